"""The notebooks on the five documents are what the record and the crosswalk say, as the lessons are now."""

import re

import pytest

from evalmetrics_book.record import erratum_entries, figure_entries

from . import mirrors, notebooks


@pytest.mark.parametrize("document", mirrors.MIRRORS)
def test_a_mirror_is_as_it_is_written(document):
    stored = notebooks.read(notebooks.FOLDER / f"{mirrors.MIRRORS[document][0]}.ipynb")
    written = [(cell.cell_type, cell.source) for cell in mirrors.mirror(document).cells]
    assert [(cell.cell_type, cell.source) for cell in stored.cells] == written, "write them anew: make mirrors"
    shown = "".join(text for cell in stored.cells for text in notebooks.text_outputs(cell))
    for entry in [*erratum_entries(), *figure_entries()]:
        if document in (entry["document"], *entry.get("also", [])):
            assert f"\n{entry['id']} " in shown, entry["id"]


@pytest.mark.parametrize("page", [page for page, _ in mirrors.MIRRORS.values()])
def test_the_reference_of_a_topic_links_back(page):
    sections = notebooks.read(notebooks.FOLDER / f"{page}.ipynb").cells[1:]
    numbers = {number for cell in sections for number in re.findall(r"\[(\d\d)[ .]", cell.source)}
    for own in (own for number in numbers for own in notebooks.topics()[number] if own.kind == "reference"):
        assert f"(../{page}.ipynb)" in notebooks.read(own.path).cells[0].source, own.page


def test_links_lead_to_lessons_or_say_that_there_is_none():
    assert mirrors.link("accuracy") == "[01.1 Accuracy](01_confusion/01_1_accuracy.ipynb)"
    assert mirrors.link("07 Relatives") == "[07 Relatives](07_uncertainty/07_reference.ipynb#Relatives)"
    assert "/04_reference.ipynb#What-the-documents-print" in mirrors.link("kl_divergence")
    assert mirrors.link("02.2 In code") == "[02.2 In code](02_precision_recall/02_2_f.ipynb#In-code)"
    with pytest.raises(ValueError, match="no notebook of 07 has the heading 'Fish'"):
        mirrors.link("07 Fish")
