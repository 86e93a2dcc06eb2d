"""One setting makes links that run a notebook elsewhere; without it there are none. Every page says how to cite it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import evalmetrics
from tests.book.notebooks import ROOT
from website import IN_NO_BROWSER, launch
from website.sources import about, sitemap

from .conftest import BOOK, opens, pages

pytestmark = pytest.mark.site
CHAPTER, EXERCISE = opens("01").removesuffix(".html"), "exercises/01_confusion"
RUN = r'<a href="([^"]*)">(Run [^<]+)</a>'
SMALL = {"index": "# Small\n\n```{toctree}\nabout\n" + f"{CHAPTER}\n{EXERCISE}\n```\n", "about": "# About\n"}


def small_book(folder: Path, repository: str) -> Path:
    for name, text in SMALL.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    for name in (CHAPTER, EXERCISE):
        (folder / name).parent.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_bytes((ROOT / f"{name}.ipynb").read_bytes())
    command = [sys.executable, "-m", "sphinx", "--quiet", "--conf-dir=website", str(folder), str(folder / "built")]
    environment = os.environ | {"REPOSITORY": repository}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder / "built"


def test_with_the_setting_chapters_and_exercises_can_be_run(tmp_path: Path) -> None:
    built = small_book(tmp_path, "somebody/metrics")
    for name in (CHAPTER, EXERCISE):
        places = {place: to for to, place in re.findall(RUN, (built / f"{name}.html").read_text("utf-8"))}
        places.pop("Run in your browser", None)  # is there where `make lite` was run
        path = f"{name}.ipynb"
        assert places == {
            "Run it on Colab": f"https://colab.research.google.com/github/somebody/metrics/blob/main/{path}",
            "Run it on Binder": "https://mybinder.org/v2/gh/somebody/metrics/main?urlpath=lab%2Ftree%2F" + path,
        }
        assert (ROOT / path).is_file()
    assert "Run it on" not in (built / "about.html").read_text("utf-8")


@pytest.mark.parametrize("repository", ["", "somebody/metrics"])
@pytest.mark.parametrize("lite", [False, True])
def test_places_are_named_where_they_are(repository: str, lite: bool) -> None:
    places = launch(f"{CHAPTER}.ipynb", "../", repository, lite)
    elsewhere = ["Run it on Colab", "Run it on Binder"] if repository else []
    assert list(places) == (["Run in your browser"] if lite else []) + elsewhere
    if lite:
        assert places["Run in your browser"] == f"../lite/lab/index.html?path={CHAPTER}.ipynb"
        assert "Run in your browser" in launch(f"{EXERCISE}.ipynb", "../", repository, lite)
    for path in IN_NO_BROWSER:  # these start processes
        assert "Run in your browser" not in launch(f"{path}.ipynb", "../", repository, lite)
        assert "Run in your browser" not in launch(f"{path}/38_1_pass_at_k.ipynb", "../../", repository, lite)
    said = about(repository, lite)
    assert (f"git+https://github.com/{repository}" in said) == bool(repository)
    assert ("JupyterLite" in said) == lite


def test_without_it_nothing_leads_to_a_place_that_is_not_there() -> None:
    assert not os.environ.get("REPOSITORY"), "this test looks at a book without the setting"
    for name in pages():
        text = (BOOK / name).read_text("utf-8")
        assert not re.search("colab.research|mybinder", text), name
        for address, place in re.findall(RUN, text):
            assert place == "Run in your browser"
            assert ((BOOK / name).parent / address.partition("?")[0]).resolve().is_file()


def test_every_page_says_how_to_cite_it_with_its_version() -> None:
    for name in pages():
        said = re.search(r'<p class="citation-line">(.*?)</p>', (BOOK / name).read_text("utf-8"), re.DOTALL)
        assert f"version {evalmetrics.__version__}" in said[1], name


def test_every_page_can_be_found_and_has_a_way_to_report_an_error(tmp_path: Path) -> None:
    for name in pages():
        text = (BOOK / name).read_text("utf-8")
        assert re.search(r'<meta name="description" content="[^"]{60,}"', text), name
        assert re.search(r'<meta property="og:title" content="[^"]+"', text), name
        assert re.search(r'<a href="[^"]*about.html#errors">Report an error</a>', text), name
        assert 'rel="canonical"' not in text, name
    built = small_book(tmp_path, "somebody/metrics")
    text = (built / f"{CHAPTER}.html").read_text("utf-8")
    at = f"https://somebody.github.io/metrics/{CHAPTER}.html"
    assert f'<link rel="canonical" href="{at}"' in text
    assert f'<meta property="og:url" content="{at}"' in text
    assert '<meta property="og:image" content="https://somebody.github.io/metrics/cover.png"' in text
    assert f"https://github.com/somebody/metrics/issues/new?template=number.yml&amp;title={CHAPTER}" in text
    assert f"<loc>{at}</loc>" in sitemap(built, "https://somebody.github.io/metrics/")
