"""Templates are laid out for the people who read them; what is sent leaves out the indentation.

Without this the schedule of a large event is a tenth heavier on a phone, all of it blanks. Line breaks stay, so the
lines of error pages are those of the file. Two things follow for templates: a `<pre>` or `<textarea>` cannot begin a
line with blanks, and a message of several lines is `trimmed`, which `make check` sees to.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads templates as Django does, and takes the indentation off the pages."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return INDENTATION.sub("\n", contents) if str(origin.name).endswith(".html") else contents
