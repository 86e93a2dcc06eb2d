"""Everything that Sphinx reads, written into one folder with the layout of the repository, so that links hold."""

import re
import shutil
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import quote

import nbformat
import yaml

import evalmetrics
from tests.book.lessons import taught
from tests.book.notebooks import listed

from . import LITE, REPOSITORY, ROOT, errata, notebooks, people, reference
from .feed import feed

AS_THEY_ARE = ROOT / "build" / "website" / "as_they_are"
FORMULAS = ROOT / "build" / "website" / "katex"
KATEX = ROOT / "build" / "website" / "npm" / "node_modules" / "katex" / "dist"
MOVED = ROOT / "website" / "moved.toml"


def write(folder: Path) -> None:
    """The sources of all pages, and beside them what the site has as it is: notebooks and the sheet to print."""
    shutil.rmtree(AS_THEY_ARE, ignore_errors=True)
    chapters = notebooks.chapters()
    books = [*(own.path for own in listed()), *sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]
    texts = sorted(path for part in ("exercises", "exercises/lessons") for path in (ROOT / part).glob("*.md"))
    there = {*books, *texts, ROOT / "notebooks" / "metric_sheet.html"}
    with ProcessPoolExecutor() as pool:  # pictures take most of the time
        list(pool.map(partial(write_notebook, folder=folder, there=there, below=lessons_below(chapters)), books))
        list(pool.map(partial(people.write_slides, folder=AS_THEY_ARE / "slides"), taught().values()))
    for path in texts:
        page = folder / path.relative_to(ROOT)
        page.parent.mkdir(exist_ok=True)
        page.write_text(only_links(path.read_text(encoding="utf-8"), path, there), encoding="utf-8")
    shutil.rmtree(FORMULAS, ignore_errors=True)
    (FORMULAS / "fonts").mkdir(parents=True)
    for file in [KATEX / "katex.min.js", KATEX / "katex.min.css", *KATEX.glob("fonts/*.woff2")]:
        shutil.copy(file, FORMULAS / file.relative_to(KATEX))
    shutil.copy(ROOT / "notebooks" / "metric_sheet.html", AS_THEY_ARE / "notebooks")
    (AS_THEY_ARE / "feed.xml").write_text(feed(ROOT), encoding="utf-8")
    for name, text in forwards(chapters, tomllib.loads(MOVED.read_text(encoding="utf-8"))).items():
        (AS_THEY_ARE / "notebooks" / f"{name}.html").write_text(text, encoding="utf-8")
    for place in (folder, AS_THEY_ARE):  # on the first page, and where links to the book are shown
        shutil.copy(ROOT / "notebooks" / "cover.png", place)
    pages = {
        **reference.pages(),
        **{"students": people.students(), "instructors": people.instructors(chapters)},
        **{"errata": errata.errata(), "figures": errata.figures(), "bibliography": notebooks.bibliography()},
        **{"about": about(REPOSITORY, LITE.exists()), "index": index(chapters)},
    }
    for name, text in pages.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_notebook(path: Path, folder: Path, there: set[Path], below: dict[Path, str]) -> None:
    """The source of a notebook's page, and the notebook itself, to be downloaded."""
    page, copied = folder / path.relative_to(ROOT), AS_THEY_ARE / path.relative_to(ROOT)
    page.parent.mkdir(parents=True, exist_ok=True)
    copied.parent.mkdir(parents=True, exist_ok=True)
    notebook = notebooks.as_page(path)
    for cell in notebook.cells:
        cell.source = only_links(cell.source, path, there) if cell.cell_type == "markdown" else cell.source
    if path in below:
        notebook.cells.append(nbformat.v4.new_markdown_cell(below[path]))
    nbformat.write(notebook, page)
    shutil.copy(path, copied)


def only_links(text: str, path: Path, there: set[Path]) -> str:
    """Markdown in which what is no page, such as a file of the repository, is named and not linked."""

    def kept(link: re.Match[str]) -> str:
        target = link[2].partition("#")[0]
        if not target or ":" in target or (path.parent / target).resolve() in there:
            return link[0]
        if not (path.parent / target).exists():
            raise ValueError(f"{path} links to {target}, which does not exist")
        return link[1]

    return re.sub(r"(?<!!)\[([^]]+)\]\(([^)\s]+)\)", kept, text)


def toctree(caption: str, pages: list[str]) -> str:
    """A part of the book, as the navigation lists it."""
    named = [f":caption: {caption}"] if caption else []
    return "\n".join(["```{toctree}", ":hidden:", ":maxdepth: 1", *named, "", *pages, "```", ""])


def lessons_below(chapters: dict[str, notebooks.Page]) -> dict[Path, str]:
    """What the navigation lists below the first lesson of a topic: the other lessons and the reference."""
    found: dict[str, list[str]] = {}
    for page in chapters.values():
        if not page.opens_a_topic:
            found.setdefault(page.own.number, []).append(f"{page.title} <{page.own.path.stem}>")
    first = notebooks.openings()
    return {first[number].own.path: toctree("", pages) for number, pages in found.items()}


def forwards(chapters: dict[str, notebooks.Page], moved: dict[str, dict[str, str]]) -> dict[str, str]:
    """What stands at the old address of each topic that is now a folder: it leads to the first lesson.

    `moved` has, by the names of topics, where anchors of the old page are now: "44_2_density.html#Definition".
    """
    made = {}
    for name, page in chapters.items():
        if page.own.place == 1:
            topic, anchors = page.own.topic, moved.pop(page.own.topic, {})
            rows = (f'<li><a id="{old}" href="{topic}/{new}">{old}</a></li>' for old, new in anchors.items())
            made[topic] = FORWARD.format(to=f"{name}.html", title=escape(page.title), moved="".join(rows))
    if moved:
        raise ValueError(f"{MOVED.name} is about folders of topics, and these are none: {', '.join(moved)}")
    return made


def index(chapters: dict[str, notebooks.Page]) -> str:
    """The first page: what this is, where to begin, and the tree of all pages by the parts of the book."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    opening = readme.partition("\n## Read")[0]
    opening = re.sub(r"\]\(notebooks/cover", "](cover", opening)
    parts: dict[str, list[str]] = {}
    for name, page in chapters.items():
        if page.opens_a_topic:
            parts.setdefault(page.part, []).append(f"{page.title} <notebooks/{name}>")
    exercises = [f"exercises/{path.stem}" for path in sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]
    trees = [toctree(part, pages) for part, pages in parts.items()]
    trees.append(toctree("Exercises", ["students", "exercises/START", *exercises]))
    texts = sorted({*ROOT.glob("exercises/*.md"), *ROOT.glob("exercises/lessons/*.md")})
    texts.remove(ROOT / "exercises" / "START.md")
    plans = [text.relative_to(ROOT).with_suffix("").as_posix() for text in texts]
    trees.append(toctree("Teaching", ["instructors", *plans]))
    look_up = ["metrics", "glossary", "reference/index", "errata", "figures", "bibliography", "genindex", "about"]
    run = RUN if LITE.exists() else ""
    return "\n".join([opening, START.format(run=run), *trees, toctree("To look up", look_up)])


def sitemap(built: Path, address: str) -> str:
    """All pages for those who search the web."""
    pages = sorted(path.relative_to(built).as_posix() for path in built.rglob("*.html"))
    rows = "".join(f"<url><loc>{address}{escape(quote(page))}</loc></url>\n" for page in pages if page != "search.html")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'


FORWARD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><link rel="canonical" href="{to}">
<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript></head>
<body><main><h1>{title}</h1><p>This chapter is now lessons: <a href="{to}">the first</a>.</p><ul>{moved}</ul></main>
<script>
const old = document.getElementById(decodeURIComponent(location.hash.slice(1)));
location.replace((old?.href ? old : document.querySelector("a")).href);
</script></body></html>
"""

START = """
## Where to begin

- [**Which number would you trust?**](notebooks/00_start_here.ipynb): ten minutes, and a map of the chapters.
- [**For students**](students.md): what to read first, and what to do beside reading.
- [**For instructors**](instructors.md): plans, slides and exercises of every chapter, and how to grade a class.
- [**All metrics**](metrics.md): find one by its name, by what it cannot see, by who defined it.
- [**Choosing a metric**](notebooks/61_choosing_a_metric/61_1_expected_cost.ipynb): start from what errors cost.
- [**Exercises**](exercises/START.md) that answer with the smallest example on which you are wrong.
- [**Errata**](errata.md): what five well-known documents print, recomputed.

Pages show what the notebooks print when they are run. {run}[About](about.md) says how to run the book
on your own computer, and how to cite it. Ctrl-K or / searches.
"""
RUN = "At the head of each lesson, *Run in your browser* opens it where you can change and run it. "


def about(repository: str, lite: bool) -> str:
    """How to cite, to run and to reuse the book; what is said of places that run it depends on what there is."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return f"""# About this book

{cited["abstract"]}

## Citing

Cite it as *{cited["title"]}*, version {evalmetrics.__version__}, by {cited["authors"][0]["name"]}:

```bibtex
@software{{evalmetrics,
  author  = {{{{{cited["authors"][0]["name"]}}}}},
  title   = {{{cited["title"]}}},
  version = {{{evalmetrics.__version__}}}
}}
```

If you report a number, cite the primary source of the metric as well: every chapter and every entry of the reference
names it, and the [bibliography](bibliography.md) has all of them.

## Running it

Every page of a chapter or an exercise hands out its notebook, at its head. It needs Python 3.11 or newer, the package
`evalmetrics` and JupyterLab; in a clone of the repository, `make lab` sets up all of it and opens the book.
{ELSEWHERE.format(repository=repository) if repository else ""}{IN_BROWSERS if lite else ""}
## Errors

If a number or a sentence is wrong, or a lesson was hard, please say so: name the page, what it says, and what you would
have expected. {REPORTED.format(repository=repository) if repository else UNREPORTED}

## Changes

Readers of feeds can follow <a href="feed.xml">what changes</a> (Atom).

## Licences

Code is under the BSD 3-Clause licence, prose and figures are under
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/legalcode): copy, print, translate, change and teach from them,
if you say where they come from.
"""


ELSEWHERE = """
*Binder* builds the environment from the repository, which takes minutes at first. On *Colab*, run this first:

```
%pip install "git+https://github.com/{repository}" "git+https://github.com/{repository}#subdirectory=exercises"
```
"""
REPORTED = (
    "*Report an error*, below each page, opens [a form](https://github.com/{repository}/issues/new/choose) for it."
)
UNREPORTED = "Whoever gave you this copy of the book is the one to write to."
IN_BROWSERS = """
*Run in your browser* opens a lesson or an exercise in JupyterLite, which runs in your browser and sends nothing
anywhere. When it starts it loads Python and, from where Pyodide's makers publish them, NumPy, pandas, SciPy and the
like: cells that stay at `[*]` for more than a minute say that this place cannot be reached from where you are. What you
change is kept by the browser. What starts processes does not run there: programs that are run, and data in parts.
"""
