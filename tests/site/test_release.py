"""What `make release` hands out installs and opens from its folder alone, which `.ci/release` names: RELEASE."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("RELEASE", "/nowhere")).resolve()
pytestmark = [pytest.mark.site, pytest.mark.skipif(not FOLDER.exists(), reason="RELEASE names no folder")]
USED = """
import evalmetrics, evalmetrics_book, evalmetrics_exercises, numpy
assert all("installed" in own.__file__ for own in (evalmetrics, evalmetrics_book, evalmetrics_exercises))
print(evalmetrics.accuracy(["a", "b"], ["a", "a"]), evalmetrics_book.example_matrix("ex1").shape)
"""


def named(ending: str) -> Path:
    (found,) = FOLDER.glob(f"*{ending}")
    return found


def test_everything_is_there_as_the_checksums_say() -> None:
    told = dict(reversed(line.split()) for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines())
    assert {*told} == {path.name for path in FOLDER.iterdir()} - {"SHA256SUMS"}
    assert [name for name in told if hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != told[name]] == []
    assert named(".pdf").read_bytes().startswith(b"%PDF")
    assert len({re.search(r"-(\d+\.\d+\.\d+)", name)[1] for name in told}) == 1  # type: ignore[index]


@pytest.mark.parametrize("students", [False, True])
def test_its_wheels_run_without_the_repository(tmp_path: Path, students: bool) -> None:
    wheels = [*FOLDER.glob("*.whl")]
    if students:
        with zipfile.ZipFile(named("-students-*.zip")) as archive:
            archive.extractall(tmp_path / "edition")
        wheels = [*(tmp_path / "edition").glob("*.whl")]
        assert (tmp_path / "edition" / "START.md").exists()
        assert len([*(tmp_path / "edition").glob("[0-9]*.ipynb")]) > 30
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", tmp_path / "installed", *wheels], check=True)
    used = USED.replace("evalmetrics_book, ", "").partition("print")[0] if students else USED
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    ran = subprocess.run([sys.executable, "-c", used], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == ("" if students else "0.5 (3, 3)\n")


def test_its_site_has_pages_search_a_pdf_and_what_runs_lessons() -> None:
    with zipfile.ZipFile(named("-site-*.zip")) as archive:
        names = {*archive.namelist()}
    assert {"index.html", "searched.js", "lite/lab/index.html", "pdf/evalmetrics.pdf"} <= names
    assert len([name for name in names if re.fullmatch(r"notebooks/\d\d_\w+/\d\d_\w+\.html", name)]) > 100
