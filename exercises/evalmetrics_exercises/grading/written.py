"""What a person is shown of a submission: essays, wherever they were written, and all that explains a mark."""

import re
from collections.abc import Iterator
from itertools import chain
from unicodedata import category, normalize

from ..judging import thinned
from ..seeds import OPEN_COURSE, Student, canonical
from .sandbox import printable
from .submissions import LARGEST_PROSE, MOST_PROSE, Submission, cells, is_prose, says_who

LONGEST_SHOWN = 20_000
PROMPT = "YOUR ANSWER HERE"
ELSEWHERE = "[Written elsewhere in the notebook:]"
NOT_SEARCHED = "[There is more code than is searched for essays: look at the submission with a text editor.]"
QUOTED = re.compile(  # what does not end is taken to its line's end, so that nothing is looked at twice
    r'"""((?:[^\\]|\\.?)*?)(?:"""|\Z)|\'\'\'((?:[^\\]|\\.?)*?)(?:\'\'\'|\Z)|"((?:[^"\\\n]|\\.)*+)"?|\'((?:[^\'\\\n]|\\.)*+)\'?|#([^\n]*)'
    r"|^[ \t]*[%!]+\w*([^\n]*)|([^\x00-\x7f]{5,})",  # magics; words of languages whose sentences are names to Python
    re.DOTALL | re.MULTILINE,
)
# What a page draws where it does not stand, or as a line's end that is none to Python.
MISPLACING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
FEWEST_WORDS, FEWEST_LETTERS = 15, 60  # of strings and comments that may be an essay
LETTERS_WORTH = {"Lo": 3}  # of scripts that write a syllable or a word with one


def essay(submission: Submission, task: str, given: frozenset[str]) -> str:
    """What the student wrote for a task that a person grades; "" for nothing.

    It is looked for in the cells of the task's name and, since students write where they please, in every text that was
    not in the notebook when they got it. Where there is more code than is searched, it says so, and a person looks.
    """
    own = _answers(submission.marked.get(task, []))
    elsewhere = [text for text in _answers(submission.texts) if text not in own and words(text) not in given]
    said = " ".join(text for text in own if words(text) not in given).split()
    searched = submission.code if len(said) < FEWEST_WORDS else submission.unmarked  # a word may say where it is
    elsewhere = [text for text in _answers([*elsewhere, *essays_in(searched, given)]) if text not in own]
    return "\n\n".join([*own, *([ELSEWHERE] if own and elsewhere else []), *elsewhere])


def programs(submission: Submission, tasks: list[str], given: frozenset[str]) -> dict[str, str]:
    """The code that a person is shown of each task, in order: cells of its name, and others that say it anywhere."""
    found: dict[str, list[str]] = {task: [] for task in tasks}
    for cell in submission.all:
        if cell.kind == "code":
            code, foreign = as_names(cell.source), words(cell.source) not in given
            for task in tasks:
                if cell.name == task or (foreign and task in code):
                    found[task].append(cell.source)
    return {task: "\n\n".join(cells) for task, cells in found.items()}


class Styles(dict[int, str]):
    """What Python reads each letter of a name as, by its number; worked out once, since a cell may be very long."""

    def __missing__(self, letter: int) -> str:
        self[letter] = normalize("NFKC", chr(letter))
        return self[letter]


def as_names(code: str) -> str:
    """Code in which names stand as Python reads them, whatever the style of their letters."""
    return code.translate(Styles())


def essays_in(code: list[str], given: frozenset[str]) -> Iterator[str]:
    """Code cells that may hold an essay, and a word on those that are too long to look at."""
    looked_at = 0
    for cell in dict.fromkeys(code):
        looked_at += len(cell)
        if looked_at > MOST_PROSE:
            yield NOT_SEARCHED
            return
        if is_essay(cell, given):
            yield cell
        elif len(cell) > LARGEST_PROSE:
            yield NOT_SEARCHED


def is_essay(code: str, given: frozenset[str]) -> bool:
    """Whether a code cell may hold an essay: by strings, comments and words that are no Python, without given ones."""
    if words(code) in given:
        return False
    said = " ".join(text for text in said_in(code) if words(text) not in given)
    letters = sum(LETTERS_WORTH.get(kind, 1) for kind in map(category, said) if kind.startswith("L"))
    return len(said.split()) >= FEWEST_WORDS or letters >= FEWEST_LETTERS


def said_in(code: str) -> list[str]:
    """The strings and comments of a cell, and what may be words besides; all of it where it is no Python."""
    code = code[:LARGEST_PROSE].replace("\r", "\n")
    return [code] if is_prose(code) else ["".join(text) for text in QUOTED.findall(code)]


def _answers(texts: list[str]) -> list[str]:
    """Texts without the prompt, without empty ones, each once."""
    return [text for text in dict.fromkeys(text.replace(PROMPT, "").strip() for text in texts) if text]


def words(text: str) -> str:
    """A text as it is compared: programs break lines and end files as they like."""
    return " ".join(text.replace(PROMPT, "").split())


def given_words(notebook: bytes) -> frozenset[str]:
    """Everything that stands in a notebook as students get it, cell by cell."""
    submission = cells(notebook)
    said = chain.from_iterable(map(said_in, submission.code))
    return frozenset(map(words, [*submission.texts, *submission.code, *said]))


def shortened(answer: str, most: int = LONGEST_SHOWN) -> str:
    """What a page can show of an answer."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(map(str.rstrip, answer.split("\n"))))
    start = thinned(MISPLACING.sub("\ufffd", text[:most].encode("utf-8", "replace").decode("utf-8")))
    return start if len(text) <= most else f"{start}\n# … cut here, after {most:,} characters"


def not_run(submission: Submission, tasks: list[str]) -> Iterator[str]:
    """Which answers stand in cells that hold no code any more, so that nothing of them was run."""
    for name in tasks:
        kinds = {cell.kind for cell in submission.all if cell.name == name}
        if kinds and "code" not in kinds:
            yield f"The cell of {name} is not a code cell, so it was not run: change its type to Code."


def misnamed(submission: Submission, student: Student) -> list[str]:
    """Why all numbers by hand may be wrong: the notebook is another student's, or another course's."""
    name, course = says_who(submission.code) or ("", student.course)
    found = []
    if name.strip() and canonical(name) != canonical(student.name):
        found.append(f"The notebook is by student({printable(name, 100)!r}), but was handed in by {student.name!r}")
    if (course or OPEN_COURSE) != student.course:
        found.append("The notebook is not the one of this course (student(..., course=...) in its first cell differs)")
    return [f"{why}: numbers by hand that were worked out from other data are wrong." for why in found]
