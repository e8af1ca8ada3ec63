"""What can be done to an event. Services write; nothing else does. Each module is a noun, each function a
verb.
"""
