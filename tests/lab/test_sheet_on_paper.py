"""The sheet of the lead metrics, printed by a real browser, has two sides."""

import re
from typing import Any

import pytest

from tests.book.notebooks import FOLDER

pytestmark = pytest.mark.lab


def test_the_sheet_fits_on_two_sides_of_a4(browser: Any) -> None:
    page = browser.new_page()
    page.goto((FOLDER / "metric_sheet.html").as_uri())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 2
    width, height = map(float, re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)[0])
    assert (round(width), round(height)) == (842, 595)
