"""The FIDE (Dutch) system judged from outside: its rules enumerated as they are written, sharing no code with it."""
