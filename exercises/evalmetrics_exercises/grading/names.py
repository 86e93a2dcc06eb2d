"""Names of students, which are names of folders and cells of tables."""

import re
from unicodedata import category

# Of letters without their marks.
NAME = re.compile(r"\w(?:[\w.,'’·・׳״@+()（） \u200c\u200d\u2010\u2011–-]{0,98}[\w.)）’׳״\u200c\u200d])?")
LONGEST = 100
JOINERS = {"\u200c", "\u200d"}
# A sign between blanks, as in "Ada - 12345", is none where a blank ends a cell.
FORMULA = re.compile(r"""(^|[;,|:]|\s(?!["']*[+\-＋－](?:\s|$)))(["']*[=+\-@＝＋－＠])""")


def unfit(student: str) -> str:
    """Why a folder's name cannot be a student's; "" where it can."""
    if len(student) > LONGEST:
        return f"the folder's name has more than {LONGEST} characters: rename it"
    letters = "".join(c for c in student if not category(c).startswith("M"))
    if not NAME.fullmatch(letters):
        odd = ", ".join(dict.fromkeys(f"U+{ord(c):04X}" for c in letters if not NAME.fullmatch(f"a{c}a")))
        return f"the folder's name has characters {f'({odd}) ' if odd else ''}that no name has: rename it"
    return ""


def harmless(text: str) -> str:
    """A text of one line, in which no spreadsheet finds a formula, whatever it takes for the end of a cell."""
    text = FORMULA.sub(r"\1'\2", text)
    text = "".join(" " if category(c) == "Zs" else c for c in text)
    return "".join(c if c.isprintable() or c in JOINERS else c.encode("unicode_escape").decode() for c in text)
