"""The hall: screens, calls for a judge, charts on the wall."""
