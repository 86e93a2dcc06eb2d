"""The page for students and the page for instructors, and the slides of the chapters."""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

from tests.book import slides
from tests.book.lessons import taught
from tests.book.notebooks import ROOT, Notebook, opening

from .figures import smaller
from .notebooks import Page, openings

PICTURE = r'src="data:image/png;base64,([^"]+)"'
ROUTES = {
    "A classifier that says yes or no, or how sure it is": ["01", "02", "03", "04", "05", "06", "07"],
    "Numbers that follow other numbers": ["11", "12", "07"],
    "Lists: search and recommendation": ["21", "22", "07"],
    "Text that machines write": ["31", "32", "33", "37", "51", "07"],
    "Language models": ["36", "38", "71", "72", "73", "74"],
    "A number that somebody else printed": ["62", "63", "65", "66", "64"],
}


def students() -> str:
    """What a student needs: where to begin, how long it takes, what to do beside reading."""
    rows, first = ["| you have | read | minutes |", "|:--|:--|--:|"], openings()
    for what, numbers in ROUTES.items():
        links = [f"[{first[k].title}](notebooks/{first[k].own.page}.ipynb)" for k in numbers]
        minutes = sum(opening(own.path)[1] for own in taught().values() if own.number in numbers)
        rows.append(f"| {what} | {' · '.join(links)} | {minutes} |")
    return STUDENTS.format(routes="\n".join(rows))


def instructors(chapters: dict[str, Page]) -> str:
    """What an instructor needs: the material of each notebook in one table, and how the rest goes together."""
    rows = ["| to teach | minutes | plan | slides | exercise |", "|:--|--:|:--|:--|:--|"]
    for name, own in taught().items():
        exercise = f"exercises/{own.topic}.ipynb"
        cells = [f"[{chapters[own.page].title}](notebooks/{own.page}.ipynb)", str(opening(own.path)[1])]
        cells += [f"[plan](exercises/lessons/{name}.md)", f'<a href="slides/{name}.html">slides</a>']
        cells += [f"[exercise]({exercise})" if (ROOT / exercise).exists() else ""]
        rows.append(f"| {' | '.join(cells)} |")
    return INSTRUCTORS.format(material="\n".join(rows))


def write_slides(own: Notebook, folder: Path) -> None:
    """The slides of a notebook, whose links lead to pages and whose pictures lie beside them."""
    deck = re.sub(r'href="../../notebooks/([\w/]+)\.ipynb', r'href="../notebooks/\1.html', slides.deck(own))
    deck = re.sub(r'href="../(\w+)\.ipynb', r'href="../exercises/\1.html', deck)
    deck = re.sub(r'href="[./]+\w+\.md[^"]*"', "", deck)  # a file of the repository
    folder.mkdir(parents=True, exist_ok=True)

    def stored(found: re.Match[str]) -> str:
        name = f"{sha256(found[1].encode()).hexdigest()[:16]}.png"
        (folder / name).write_bytes(smaller(b64decode(found[1])))
        return f'src="{name}"'

    deck = re.sub(PICTURE, stored, deck)
    (folder / f"{own.path.stem}.html").write_text(deck, encoding="utf-8")


STUDENTS = """# For students

**Begin** with [Which number would you trust?](notebooks/00_start_here.ipynb): ten minutes, no metric needed. Then
take the row that is nearest to what you have on your desk. A lesson says at its top what it needs, and how long it
takes; the reference of its topic is for looking things up.

{routes}

**Read with a pencil.** Sliders move on the page. *Check yourself*, near the end of a lesson, has three questions with
folded answers: answer first, unfold then. *Without code*, at the head of a page, leaves text, numbers
and pictures; the code comes back with the same button.

**Do the exercise.** Nearly every topic has [one](exercises/START.md). It is a notebook that answers: it looks
for the smallest input on which you are wrong and shows it to you. Nothing is sent anywhere.

**Look things up.** [All metrics](metrics.md) in one table to be filtered; the [glossary](glossary.md), a sentence
each; <a href="notebooks/metric_sheet.html">the lead metrics on two sides of paper</a>, to be printed; the
[reference](reference/index.md), for whoever writes code.

**Run it yourself.** Download a notebook at the head of its page; [About](about.md) says what it needs. Pages print as
they stand, without what is only for the screen.
"""

INSTRUCTORS = """# For instructors

Everything here may be copied, changed and taught from ([About](about.md) has the licences). For a course, begin with
the [syllabus](exercises/SYLLABUS.md): ten weeks, fourteen weeks, and weeks to choose from. For one lesson, take a row
of this table:

{material}

**Plans** are for fifty minutes: a question to open with, what to show, the misconception to provoke, questions for the
room, homework. **Slides** are made of the chapters: arrow keys turn them, **n** shows the full text as notes, **a**
opens code and answers, and they can be printed. [How plans and slides are made](exercises/lessons/README.md) says how
to change them.

**Exercises** grade themselves: [Coursework that grades itself](exercises/README.md) is your guide, with five commands
from the assignment to the table of grades. Students get [Start here](exercises/START.md). What the tasks can tell in
the days of language models, and what they cannot, stands in [Language models](exercises/LANGUAGE-MODELS.md).

**On paper**: every page prints without a clipped line, and
<a href="notebooks/metric_sheet.html">the lead metrics on two sides</a> are made for it. `make pdf` prints a chapter or
the whole book.

Send your students to [their page](students.md).
"""
