"""Everything that Sphinx reads, written into one folder with the layout of the repository, so that links hold."""

import re
import shutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
import yaml

import evalmetrics

from . import LITE, REPOSITORY, ROOT, errata, notebooks, people, reference
from .feed import feed

AS_THEY_ARE = ROOT / "build" / "website" / "as_they_are"
FORMULAS = ROOT / "build" / "website" / "katex"
KATEX = ROOT / "build" / "website" / "npm" / "node_modules" / "katex" / "dist"


def write(folder: Path) -> None:
    """The sources of all pages, and beside them what the site has as it is: notebooks and the sheet to print."""
    shutil.rmtree(AS_THEY_ARE, ignore_errors=True)
    books = sorted(path for part in ("notebooks", "exercises") for path in (ROOT / part).glob("[0-9]*.ipynb"))
    texts = sorted(path for part in ("exercises", "exercises/lessons") for path in (ROOT / part).glob("*.md"))
    there = {*books, *texts, ROOT / "notebooks" / "metric_sheet.html"}
    with ProcessPoolExecutor() as pool:  # pictures of explorers take most of the time
        list(pool.map(partial(write_notebook, folder=folder, there=there), books))
        planned = [ROOT / "notebooks" / f"{path.stem}.ipynb" for path in texts if re.match(r"\d", path.stem)]
        list(pool.map(partial(people.write_slides, folder=AS_THEY_ARE / "slides"), planned))
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
    shutil.copy(ROOT / "notebooks" / "cover.png", folder)
    chapters = notebooks.chapters()
    pages = {**reference.pages(chapters), **people.pages(chapters), **errata.pages()}
    pages |= {
        "bibliography": notebooks.bibliography(),
        "about": about(REPOSITORY, LITE.exists()),
        "index": index(chapters),
    }
    for name, text in pages.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_notebook(path: Path, folder: Path, there: set[Path]) -> None:
    """The source of a notebook's page, and the notebook itself, to be downloaded."""
    page, copied = folder / path.relative_to(ROOT), AS_THEY_ARE / path.relative_to(ROOT)
    page.parent.mkdir(parents=True, exist_ok=True)
    copied.parent.mkdir(parents=True, exist_ok=True)
    notebook = notebooks.as_page(nbformat.read(path, as_version=4), path.stem, copied.parent / "explorers")
    for cell in notebook.cells:
        cell.source = only_links(cell.source, path, there) if cell.cell_type == "markdown" else cell.source
    nbformat.write(notebook, page)
    shutil.copy(path, copied)


def only_links(text: str, path: Path, there: set[Path]) -> str:
    """Markdown in which what is no page, such as a file of the repository, is named and not linked."""

    def kept(link: re.Match[str]) -> str:
        target = link[2].partition("#")[0]
        outside = not target or "://" in target
        return link[0] if outside or (path.parent / target).resolve() in there else link[1]

    return re.sub(r"(?<!!)\[([^]]+)\]\(([^)\s]+)\)", kept, text)


def toctree(caption: str, pages: list[str]) -> str:
    """A part of the book, as the navigation lists it."""
    return "\n".join(["```{toctree}", ":hidden:", ":maxdepth: 1", f":caption: {caption}", "", *pages, "```", ""])


def index(chapters: dict[str, notebooks.Chapter]) -> str:
    """The first page: what this is, where to begin, and the tree of all pages by the parts of the book."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    opening = readme.partition("\n## Start")[0].partition("Why this, beside")[0]
    opening = re.sub(r"\]\(notebooks/cover", "](cover", opening)
    parts: dict[str, list[str]] = {}
    for name, chapter in chapters.items():
        parts.setdefault(chapter.part, []).append(f"{chapter.title} <notebooks/{name}>")
    exercises = [f"exercises/{path.stem}" for path in sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]
    trees = [toctree(part, pages) for part, pages in parts.items()]
    trees.append(toctree("Exercises", ["students", "exercises/START", *exercises]))
    texts = sorted({*ROOT.glob("exercises/*.md"), *ROOT.glob("exercises/lessons/*.md")})
    texts.remove(ROOT / "exercises" / "START.md")
    trees.append(
        toctree("Teaching", ["instructors", *(text.relative_to(ROOT).with_suffix("").as_posix() for text in texts)])
    )
    look_up = ["metrics", "glossary", "reference/index", "errata", "figures", "bibliography", "genindex", "about"]
    return "\n".join([opening, START, *trees, toctree("To look up", look_up)])


START = """
## Where to begin

- [**Which number would you trust?**](notebooks/00_start_here.ipynb): ten minutes, and a map of the chapters.
- [**For students**](students.md): what to read first, and what to do beside reading.
- [**For instructors**](instructors.md): plans, slides and exercises of every chapter, and how to grade a class.
- [**All metrics**](metrics.md): find one by its name, by what it cannot see, by who defined it.
- [**Choosing a metric**](notebooks/61_choosing_a_metric.ipynb): start from what errors cost.
- [**Exercises**](exercises/START.md) that answer with the smallest example on which you are wrong.
- [**Errata**](errata.md): what five well-known documents print, recomputed.

Pages show what the notebooks print when they are run. To run them, download a notebook at the head of its page;
[About](about.md) says what else is needed, and how to cite.
"""


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
IN_BROWSERS = """
*JupyterLite* runs chapters in your browser and sends nothing anywhere. When it starts it loads Python and, from where
Pyodide's makers publish them, NumPy, pandas, SciPy and the like. What you change is kept by the browser. Exercises,
and the chapters on programs that are run and on data in parts, start processes, and do not run there.
"""
