"""What stands before what in a list of names: the alphabets of the languages an event can have.

Each letter of its own is put behind the letter it follows; other accents fall. From the tailorings of CLDR
(https://github.com/unicode-org/cldr, common/collation), and for kana JIS X 4061, whose first level knows neither voiced
nor small ones.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from django.conf import settings

from tournaments.models.event import SITE_LANGUAGE
from tournaments.steps.names import folded

# Of each language: letters behind another one, in their order, and letters that count as one of these.
_LETTERS = {
    "cs": ("cč hĥ rř sš zž", ""),
    "da": ("zæøå", "äæ öø őø üy űy"),
    "es": ("nñ", ""),
    "fi": ("zåäö", "æä øö üy űy"),
    "is": ("aá dð eé ií oó uú yý zþæöå", "äæ øö đð"),
    "nb": ("zæøå", "äæ öø őø üy űy"),
    "pl": ("aą cć eę lł nń oó sś zźż", ""),
    "sv": ("zåäö", "æä øö őö üy űy"),
}
# Two letters that are one.
_PAIRS = {"cs": ("ch", "ĥ"), "da": ("aa", "å"), "nb": ("aa", "å")}
_SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")


def collated(name: str, language: str) -> str:
    """By what a name is sorted among others in the language of an event; a family name stands before the
    longer ones that begin with it.
    """
    language = settings.LANGUAGE_CODE if language == SITE_LANGUAGE else language
    pair, letter = _PAIRS.get(language, ("", ""))
    plain = unicodedata.normalize("NFC", name).casefold().replace(pair or "\0", letter)
    return folded(plain.translate(_table(language))).replace(",", "\x01")


def letters_of(name: str, language: str) -> list[str]:
    """The letters by which a name is sorted, each of the alphabet as one: in Danish "Å" does not begin with "Z"."""
    return re.findall(r".[\ue000-\uf8ff]?", collated(name, language))


@cache
def _table(language: str) -> Mapping[int, str]:
    if language == "ja":
        return {code: _plain_kana(chr(code)) for code in range(0x3041, 0x30FB)}
    behind, same = _LETTERS.get(language, ("", ""))
    table = {
        ord(letter): group[0] + chr(0xE000 + place)  # behind every letter of a name
        for group in behind.split()
        for place, letter in enumerate(group[1:])
    }
    return table | {ord(pair[0]): table.get(ord(pair[1]), pair[1]) for pair in same.split()}


def _plain_kana(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter)[0]
    return (chr(ord(plain) - 0x60) if "ァ" <= plain <= "ヶ" else plain).translate(_SMALL_KANA)
