"""How passwords are hashed, so that many people can sign in at once on a small machine."""

from threading import BoundedSemaphore

from django.contrib.auth import hashers

AT_ONCE = 2
_turns = BoundedSemaphore(AT_ONCE)


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, what the OWASP Password Storage Cheat Sheet asks for at least.

    Django's own takes 100 MiB and eight threads: sixteen guesses at once would fill the memory of a small server.
    Passwords stored with that are hashed again when their owner signs in; until then the turns bound them, too.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turns:
            return super().verify(password, encoded)
