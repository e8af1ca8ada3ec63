"""What must not vanish: a listing of everything that people, files and programs outside may hold on to.

`dev.py inventory` writes it to `docs/inventory/`, one line for each thing; `tests/architecture/test_inventory.py`
compares it. What goes on purpose is named in `docs/inventory/gone.txt` first. Unlike the rest of devtools this needs
the installed environment.
"""
