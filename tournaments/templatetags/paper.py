"""What paper is set by: names that need smaller letters than what they stand in."""

from django import template

from tournaments.web import lettering

register = template.Library()

# On a place card: the class of print-hall.css for a name of more letters, or with a word of more.
ON_CARDS = (("longest", 99, 28), ("longer", 40, 18), ("long", 16, 12))


# The class of a name or a club that is too long for the usual letters of a list.
register.filter("letters", lettering.letters_of)


@register.filter
def card_letters(name: str) -> str:
    """The class of a name that is set as large as its card has room for."""
    word = lettering.longest_word(name)
    return next((large for large, most, whole in ON_CARDS if len(name) > most or word > whole), "")
