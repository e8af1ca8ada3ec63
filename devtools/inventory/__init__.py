"""What must not vanish: what people, files and programs outside hold on to and no other committed file says.

`dev.py inventory` writes it to `docs/inventory/snapshot.txt`, a line for each thing, and
`tests/architecture/test_inventory.py` compares it. To remove something on purpose, name it in
`docs/inventory/gone.txt` first. Unlike most of devtools this needs the installed environment.
"""
