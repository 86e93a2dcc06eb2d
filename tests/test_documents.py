"""README.md and CONTRIBUTING.md say what is so."""

import doctest
import re
from pathlib import Path

import pytest

from tests.book import notebooks

ROOT = Path(__file__).parents[1]
README, MAKEFILE = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "Makefile"))


def test_example_in_readme_runs():
    flags = doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=flags)
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize("own", notebooks.topics().values(), ids=lambda own: own[0].topic)
def test_readme_leads_to_every_topic(own):
    assert f"](notebooks/{own[0].page}.ipynb)" in README


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *ROOT.glob("exercises/*.md")], ids=lambda path: path.stem)
def test_links_lead_somewhere_and_targets_of_make_exist(path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https://)([^)#]+)", text):
        assert (path.parent / target).exists(), target
    named = re.findall(r"(?:^ *|`|&& |\$ )make ([a-z-]+)", text, flags=re.MULTILINE)
    assert set(named) <= set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))


def test_what_is_installed_without_make_is_what_make_installs():
    installs = re.findall(r"\$\(PIP\) (install (?:--require|--no-deps).*)", MAKEFILE)
    assert len(installs) == 2
    assert all(f"python -m pip {install}" in README for install in installs)


def test_the_picture_is_that_of_its_chapter():
    assert notebooks.COVER.read_bytes() == notebooks.cover(notebooks.read(notebooks.COVERED))
    assert f"]({notebooks.COVER.relative_to(ROOT).as_posix()})" in README
