"""What must not vanish: a list of everything that people, files and programs outside may depend on.

`dev.py inventory` writes it to `docs/inventory/`, one line per thing, and `tests/architecture/test_inventory.py`
compares it. To remove something on purpose, name it in `docs/inventory/gone.txt` first. Unlike the rest of devtools
this needs the installed environment.
"""
