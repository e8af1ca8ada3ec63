"""Static files as the site serves them, looked for once: every test client starts the site anew."""

from typing import ClassVar

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFiles(WhiteNoiseMiddleware):
    found: ClassVar[dict[str, StaticFile]] = {}

    def add_files_from_finders(self) -> None:
        if not self.found:
            super().add_files_from_finders()
            self.found.update(self.files)
        self.files.update(self.found)
