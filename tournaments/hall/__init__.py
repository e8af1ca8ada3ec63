"""The hall: screens, charts on the wall, calls for a judge, which are made and answered by phones."""
