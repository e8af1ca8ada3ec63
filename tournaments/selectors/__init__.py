"""What can be seen of an event. Selectors read; they change nothing and need the same few queries for any
field.
"""
