"""Compiled: the lots of `pairing.model.lots`, which are the first eight bytes of SHA-256 over a short text.

Lots put players in order and choose who moves first. Texts of up to 55 bytes make one block (FIPS 180-4).
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inner

LONGEST = 55  # bytes of text in one block
TEXT, WORDS = 64, 64  # bytes of a block; words of its schedule

_PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))][:64]


def _root(number: int, power: int) -> int:
    """The first 32 bits behind the point of the square or cube root of a prime."""
    scaled, low, high = number << 32 * power, 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= scaled else (low, middle)
    return low & 0xFFFFFFFF


ROUND = np.array([_root(prime, 3) for prime in _PRIMES], dtype=np.uint32)
A, B, C, D, E, F, G, H = (np.uint32(_root(prime, 2)) for prime in _PRIMES[:8])


@inner
def _turned(word: Any, by: int) -> Any:
    return np.uint32((word >> np.uint32(by)) | (word << np.uint32(32 - by)))


@inner
def put_text(text: Any, at: Any, block: Any) -> Any:
    """Append bytes to the text in `block`; returns its new length."""
    for k in range(text.size):
        block[at + k] = text[k]
    return at + text.size


@inner
def put_number(number: Any, at: Any, block: Any) -> Any:
    """Append a number and `|`."""
    length, rest = 1, number // 10
    while rest > 0:
        length += 1
        rest //= 10
    rest = number
    for k in range(length - 1, -1, -1):
        block[at + k] = 48 + rest % 10
        rest //= 10
    block[at + length] = 124
    return at + length + 1


@inner
def lot(number: Any, at: Any, block: Any, words: Any) -> Any:
    """The lot of the first `at` bytes of `block` with a number behind them."""
    length = put_number(number, at, block) - 1
    block[length] = 0x80
    for k in range(length + 1, TEXT - 2):
        block[k] = 0
    block[TEXT - 2], block[TEXT - 1] = length >> 5, (length << 3) & 255
    for k in range(16):
        word = np.uint32(0)
        for byte in range(4):
            word = np.uint32((word << np.uint32(8)) | np.uint32(block[4 * k + byte]))
        words[k] = word
    for k in range(16, WORDS):
        near, far = words[k - 2], words[k - 15]
        one = _turned(near, 17) ^ _turned(near, 19) ^ np.uint32(near >> np.uint32(10))
        nought = _turned(far, 7) ^ _turned(far, 18) ^ np.uint32(far >> np.uint32(3))
        words[k] = np.uint32(words[k - 16] + nought + words[k - 7] + one)
    return _compressed(words)


@inner
def _compressed(words: Any) -> Any:
    a, b, c, d, e, f, g, h = A, B, C, D, E, F, G, H
    for k in range(WORDS):
        one = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        first = np.uint32(h + one + ((e & f) ^ (~e & g)) + ROUND[k] + words[k])
        nought = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
        second = np.uint32(nought + ((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e = g, f, e, np.uint32(d + first)
        d, c, b, a = c, b, a, np.uint32(first + second)
    return (np.uint64(np.uint32(a + A)) << np.uint64(32)) | np.uint64(np.uint32(b + B))
