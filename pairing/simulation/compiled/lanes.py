"""Compiled: operations on LANES neighbouring 32-bit numbers at once, for rows with a column for every player.

Numba has no name for them, and its compiler finds them only in long loops: in fields of a few players it would go from
number to number. What a machine cannot do at once is done one after another. Rows have room for whole LANES, and nobody
asks whether a column is inside.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

LANES = 16
NUMBER = ir.IntType(32)
VECTOR = ir.VectorType(NUMBER, LANES)
ARRAYS: Any = arrayobj  # without types
TOOLS: Any = cgutils


def columns_for(players: int) -> int:
    """How many columns a table with one for every player and one for nobody has."""
    return (players // LANES + 1) * LANES


def _at(context: Any, builder: Any, table: Any, data: Any, row: Any, start: Any) -> Any:
    """The address of LANES numbers of a row."""
    array = ARRAYS.make_array(table)(context, builder, data)
    rows, columns = TOOLS.unpack_tuple(builder, array.strides, 2)
    place = builder.add(builder.mul(row, rows), builder.mul(start, columns))
    return TOOLS.pointer_add(builder, array.data, place, VECTOR.as_pointer())


def _comparing(comparison: str) -> Any:
    def typed(context: Any, table: Any, row: Any, start: Any, number: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, row, start, number = arguments
            found = builder.load(_at(context, builder, table, data, row, start), align=4)
            nothing = ir.Constant(VECTOR, ir.Undefined)
            one = builder.insert_element(nothing, number, ir.Constant(NUMBER, 0))
            everywhere = builder.shuffle_vector(one, nothing, ir.Constant(VECTOR, [0] * LANES))
            bits = builder.icmp_signed(comparison, found, everywhere)
            return builder.zext(builder.bitcast(bits, ir.IntType(LANES)), ir.IntType(64))

        return types.uint64(table, types.uint64, types.uint64, types.int32), code

    return intrinsic(typed)


def _exchange(context: Any, table: Any, lower: Any, upper: Any, start: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, lower, upper, start = arguments
        to_lower = _at(context, builder, table, data, lower, start)
        to_upper = _at(context, builder, table, data, upper, start)
        one, other = builder.load(to_lower, align=4), builder.load(to_upper, align=4)
        falls = builder.icmp_signed(">", one, other)
        builder.store(builder.select(falls, other, one), to_lower, align=4)
        builder.store(builder.select(falls, one, other), to_upper, align=4)
        return context.get_dummy_value()

    return types.void(table, types.uint64, types.uint64, types.uint64), code


def _add(context: Any, table: Any, total: Any, row: Any, start: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, total, row, start = arguments
        to_total = _at(context, builder, table, data, total, start)
        more = builder.load(_at(context, builder, table, data, row, start), align=4)
        builder.store(builder.add(builder.load(to_total, align=4), more), to_total, align=4)
        return context.get_dummy_value()

    return types.void(table, types.uint64, types.uint64, types.uint64), code


def _add_products(
    context: Any, table: Any, total: Any, row: Any, factors: Any, factor: Any, start: Any
) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, total, row, other, factor, start = arguments
        to_total = _at(context, builder, table, data, total, start)
        one = builder.load(_at(context, builder, table, data, row, start), align=4)
        by = builder.load(_at(context, builder, factors, other, factor, start), align=4)
        more = builder.add(builder.load(to_total, align=4), builder.mul(one, by))
        builder.store(more, to_total, align=4)
        return context.get_dummy_value()

    numbers = types.uint64, types.uint64
    return types.void(table, *numbers, factors, *numbers), code


# table, row, column, number -> a word with a bit for each of LANES columns from this one on: where a greater number
# stands, or the same.
greater: Any = _comparing(">")
same: Any = _comparing("==")
# table, lower row, upper row, column: in each of LANES columns the smaller number goes to the first row.
exchange: Any = intrinsic(_exchange)
# table, row, other row, column: add the other row to the first, or its products with the row of another table:
# table, row, other row, other table, its row, column.
add_row: Any = intrinsic(_add)
add_products: Any = intrinsic(_add_products)
