"""Names of students, which are names of folders: which ones formgrader can show, and which look alike."""

import re
from itertools import pairwise
from unicodedata import bidirectional, category, combining, normalize

from ..judging import thinned

# Of letters without their marks.
NAME = re.compile(r"\w(?:[\w.,'’·・׳״@+()（） \u200c\u200d\u2010\u2011–-]{0,98}[\w.)）’׳״\u200c\u200d])?")
LONGEST = 100
JOINERS = {"\u200c", "\u200d"}
VIRAMA = 9  # Unicode's class of the sign that takes a letter its vowel
# Its lists are objects: what every object has, and the names it gives entries itself (c1, c2, …), hide other students.
NOT_SHOWN = re.compile(
    r"c\d{1,6}|constructor|valueOf|to(Locale)?String|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|undefined|__.*__"
)
# Unicode's characters that programs draw as nothing, and a few that are drawn as blanks.
UNSEEN = {
    chr(i)
    for first, last in (
        *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
        *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
        *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0x13430, 0x1345F), (0x16FE4, 0x16FE4)),
        *((0x1107F, 0x1107F), (0x1BC9D, 0x1BC9D), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A)),
        (0xE0000, 0xE0FFF),
    )
    for i in range(first, last + 1)
}


def unfit(student: str) -> str:
    """Why a folder's name cannot be a student's; "" where it can."""
    if len(student) > LONGEST:
        return f"the folder's name has more than {LONGEST} characters: rename it"
    letters = "".join(c for c in student if not category(c).startswith("M"))
    if thinned(student) != student or not NAME.fullmatch(letters) or seems_other(student):
        odd = ", ".join(dict.fromkeys(f"U+{ord(c):04X}" for c in letters if not NAME.fullmatch(f"a{c}a")))
        return (
            f"the folder's name has characters {f'({odd}) ' if odd else ''}that a student's name may not have: "
            "rename it before formgrader shows it"
        )
    if NOT_SHOWN.fullmatch(student):
        return "formgrader, a program of JavaScript, cannot list a student of this name: rename the folder"
    return ""


def legible(student: str) -> str:
    """A folder's name as it is shown: one that cannot be a student's is spelt out, with blanks that are not seen."""
    spelt = student.encode("unicode_escape").decode()
    return re.sub("^ | $|(?<= ) ", r"\\x20", spelt) if unfit(student) else student


def look(student: str) -> str:
    """A name without what changes nothing that one sees: joiners, the dot on an i, the order of digits and letters."""
    student = re.sub("[\u2010\u2011–]", "-", re.sub("[’׳]", "'", student))
    seen = re.sub("(?<=[ijıȷ])\u0307", "", normalize("NFD", student)).replace("ı", "i").replace("ȷ", "j")
    seen = "".join(character for character in seen if character not in JOINERS)
    right_to_left = {"R", "AL"} & (ways := set(map(bidirectional, seen)))
    return "".join(sorted(seen)) if right_to_left and ways - right_to_left else seen


def seems_other(student: str) -> bool:
    """Whether a name holds what is not seen, and so may look like another's.

    Persian and the scripts of India write with joiners that are not seen: after their letters, and half letters.
    """
    after = [before for before, character in pairwise(student) if character in JOINERS]
    joined = any(bidirectional(before) != "AL" and combining(before) != VIRAMA for before in after)
    return joined or "  " in student or not (UNSEEN - JOINERS).isdisjoint(student)
