"""What a person is shown of a submission: essays, wherever they were written, and all that explains a mark."""

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain

from ..seeds import OPEN_COURSE, Student, canonical
from .sandbox import printable
from .submissions import Submission, cells, says_who

LONGEST_SHOWN = 20_000
PROMPT = "YOUR ANSWER HERE"
ELSEWHERE = "[Written elsewhere in the notebook:]"
NOT_SEARCHED = "[There is more code than is searched for essays: look at the submission with a text editor.]"
# What a page draws where it does not stand, or as a line's end that is none to Python.
MISPLACING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)")  # leads elsewhere in a course than in the edition for everybody
MOST_CODE = 50_000  # that is searched: some code takes a parser long
FEWEST = 60  # of letters that may be an essay, in bytes: a syllable or a word that is one letter has three


def essay(submission: Submission, task: str, given: frozenset[str]) -> str:
    """What the student wrote for a task that a person grades; "" for nothing.

    It is looked for in the cells of the task's name and, since students write where they please, in every text that was
    not in the notebook when they got it; where the cells of its name say little, in code as well. Where there is more
    code than is searched, it says so, and a person looks.
    """
    own = _answers([cell.source for cell in submission.all if cell.name == task])
    texts = submission.texts
    if letters(text for text in own if words(text) not in given) < FEWEST:  # a word may say where it is
        texts += essays_in(submission.code, given)
    elsewhere = [text for text in _answers(texts) if text not in own and words(text) not in given]
    return "\n\n".join([*own, *([ELSEWHERE] if own and elsewhere else []), *elsewhere])


def programs(submission: Submission, tasks: list[str], given: frozenset[str]) -> dict[str, str]:
    """The code that a person is shown of each task, in order: cells of its name, and others that say it anywhere."""
    found: dict[str, list[str]] = {task: [] for task in tasks}
    for cell in submission.all:
        if cell.kind == "code":
            foreign = words(cell.source) not in given
            for task in tasks:
                if cell.name == task or (foreign and task in cell.source):
                    found[task].append(cell.source)
    return {task: "\n\n".join(cells) for task, cells in found.items()}


def essays_in(code: list[str], given: frozenset[str]) -> list[str]:
    """Code cells that may hold an essay, by what they say that was not given."""
    if sum(map(len, code)) > MOST_CODE:
        return [NOT_SEARCHED]
    return [cell for cell in code if letters(text for text in said_in(cell) if words(text) not in given) >= FEWEST]


def letters(texts: Iterable[str]) -> int:
    """How much texts say."""
    return len("".join(re.findall(r"\w", "".join(texts))).encode("utf-8", "replace"))


def said_in(code: str) -> list[str]:
    """The strings and comments of a cell, and names of scripts whose sentences are one; all of it if no Python is."""
    code = re.sub(r"^[ \t]*[%!]", "#", code, flags=re.MULTILINE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = ast.walk(ast.parse(code))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return [code]
    strings = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return [*strings, *re.findall(r"#[^\n]*|[^\x00-\x7f]{5,}", code)]


def _answers(texts: list[str]) -> list[str]:
    """Texts without the prompt, without empty ones, each once."""
    return [text for text in dict.fromkeys(text.replace(PROMPT, "").strip() for text in texts) if text]


def words(text: str) -> str:
    """A text as it is compared: programs break lines and end files as they like, and links lead where they may."""
    return " ".join(LINK.sub(r"\1", text.replace(PROMPT, "")).split())


def given_words(notebook: bytes) -> frozenset[str]:
    """Everything that stands in a notebook as students get it, cell by cell."""
    submission = cells(notebook)
    said = chain.from_iterable(map(said_in, submission.code))
    return frozenset(map(words, [*submission.texts, *submission.code, *said]))


def shortened(answer: str, most: int = LONGEST_SHOWN) -> str:
    """What a page can show of an answer."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(map(str.rstrip, answer.split("\n"))))
    start = MISPLACING.sub("\ufffd", text[:most].encode("utf-8", "replace").decode("utf-8"))
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
