"""The record on the five documents: its places, its executions, its words; and what rounding can tell."""

import re
from copy import deepcopy
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import evalmetrics as em
from evalmetrics_book import as_printed, document_section, errata, evaluate, printed_figures, record_entry, shipped
from evalmetrics_book.record import KINDS, erratum_entries, figure_entries, flat, same
from tests.book import notebooks, rules, sources

ERRATA, FIGURES, HELD = erratum_entries(), figure_entries(), shipped.tables("sources.toml")
OF_DOCUMENT = {"Potts 2020": ("000", 77), "Yggdrasil": ("001", 10), "ROUGE and BLEU": ("002", 11)}
OF_DOCUMENT |= {"Potts 2018": ("003", 39), "Chadha": ("004", 96)}
TOLD_AS = {"Potts 2020": "Potts", "Potts 2018": "Potts", "Yggdrasil": "Yggdrasil", "ROUGE and BLEU": r"\bpost\b"}
TOLD_AS |= {"Chadha": "Chadha"}
PLACES = {f"{code}-{i + 1:03d}": name for name, (code, n) in OF_DOCUMENT.items() for i in range(n)}
NUMBERS = [f"E-{i:02d}" for i in range(1, 131)] + sorted(PLACES)
IN_WORDS = re.compile(r"(?<![\w.,/^²-])-?\d+(?:\.\d+)?(?:/\d+)?(?![\w^])")
value_of = cache(evaluate)


def words(**sizes):
    return st.lists(st.sampled_from(["a", "b", "c"]), **{"min_size": 1, "max_size": 8} | sizes)


def out_of_order(entries):
    """Entries that are missing, there twice, in the wrong order, or of another document than their number says."""
    numbers = [entry["id"] for entry in entries]
    yield from sorted(set(NUMBERS) ^ set(numbers))
    if numbers != NUMBERS:
        yield "not the numbers in their order, each once"
    yield from (e["id"] for e in entries if PLACES.get(e["id"], e["document"]) != e["document"])


def unlike_the_source(entries):
    """Entries that are not what the documents were found to have."""
    yield from set(HELD["entries"]) ^ {entry["id"] for entry in entries}
    for entry in entries:
        if sources.digest(entry, HELD["documents"]) != HELD["entries"].get(entry["id"]):
            yield entry["id"]


def misjudged(entries):
    """Errata whose executions agree although the kind says that something is wrong, or differ although it says not."""
    for entry in entries:
        if "kind" in entry and same(value_of(entry["as_printed"]), value_of(entry["right"])) != (
            entry["kind"] == "holds"
        ):
            yield entry["id"]


def miscounted(entries):
    """Numbers in the words of entries that no execution comes to, and no execution or quotation is given."""
    for entry in entries:
        run = [entry[side] for side in ("as_printed", "right", "expression", "shows") if entry.get(side)]
        quoted = [entry.get(key, "") for key in ("quotation", "printed", "found")]
        named = set(re.findall(r"\d+(?:\.\d+)?", " ".join([*run, *quoted])))
        words = " ".join(entry.get(key, "") for key in ("reading", "holds", "why"))
        unknown = [n for n in IN_WORDS.findall(words) if n not in ("0", "1", "2") and n.lstrip("-") not in named]
        values = [float(x) for part in run if unknown for x in flat(value_of(part)) if not isinstance(x, str)]
        for number in unknown:
            if not any(em.rounds_to(x, number) or em.rounds_to(100 * x, number) for x in values):
                yield f"{entry['id']}: {number}"


CHECKS = [out_of_order, unlike_the_source, misjudged, miscounted]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_record_is_whole_and_held_to_sources_executions_and_words(check):
    assert list(check([*ERRATA, *FIGURES])) == []


def misquoted(entries):
    next(e for e in entries if e["id"] == "000-008")["printed"] = "0.429571"


def put_elsewhere(entries):
    next(e for e in entries if e["id"] == "E-94")["section"] = "Bounds of ROUGE"


def deleted(entries):
    entries.remove(next(e for e in entries if e["id"] == "E-43"))


def changed_in_words(entries):
    entry = next(e for e in entries if e["id"] == "E-06")
    entry["holds"] = entry["holds"].replace("0.311", "0.321")


def changed_in_the_words_of_a_figure(entries):
    entry = next(e for e in entries if e["id"] == "003-035")
    entry["why"] = entry["why"].replace("0.77", "0.10")


def moved(entries):
    next(e for e in entries if e["id"] == "E-10")["document"] = "Potts 2020"


def condemned(entries):
    next(e for e in entries if e["id"] == "E-48")["kind"] = "error"


@pytest.mark.parametrize(
    ("change", "noticed_by"),
    [
        (misquoted, unlike_the_source),
        (put_elsewhere, unlike_the_source),
        (deleted, out_of_order),
        (deleted, unlike_the_source),
        (changed_in_words, miscounted),
        (changed_in_the_words_of_a_figure, miscounted),
        (moved, unlike_the_source),
        (condemned, misjudged),
    ],
    ids=lambda function: function.__name__,
)
def test_a_change_of_the_record_does_not_go_unnoticed(change, noticed_by):
    entries = deepcopy([*ERRATA, *FIGURES])
    change(entries)
    assert list(noticed_by(entries))


@pytest.mark.parametrize("entry", ERRATA, ids=lambda entry: entry["id"])
def test_an_erratum_is_told_fairly_and_its_story_is_told(entry):
    assert entry["kind"] in KINDS
    assert 0 < len(sources.plain(entry["quotation"]).split()) <= sources.MOST_WORDS
    assert all(entry[words].endswith((".", ".”")) for words in ("reading", "holds"))
    number, _, heading = entry["where"].partition(" ")
    there = [notebooks.read(own.path) for own in notebooks.topics()[number[:2]]]
    assert heading in [title for notebook in there for _, _, title in rules.headings(notebook)]
    assert re.search(TOLD_AS[entry["document"]], "".join(cell.source for notebook in there for cell in notebook.cells))


def test_entries_execute_something():
    for entry in ERRATA:
        assert entry["as_printed"] != entry["right"], entry["id"]
        ran = re.search(r"\w\(", entry["as_printed"] + entry["right"])
        assert ran or entry["kind"] == "typing error", entry["id"]
    for entry in FIGURES:
        told = "why" in entry if entry["expression"] == "" else re.search(r"\w[(\[]", entry["expression"])
        assert told or entry.get("left_out") == "circular" or entry.get("words"), entry["id"]


BOTH = """E-02 000-039  E-09 000-056  E-29 004-032  E-34 004-055  E-64 004-088  E-65 004-095  E-68 004-096
E-80 004-070  E-91 002-007  E-94 004-076  E-100 002-004  E-102 000-076  E-109 004-061  E-112 004-062"""


def test_what_is_an_erratum_and_a_figure_is_judged_alike():
    kinds, verdicts = errata()["kind"], printed_figures()["holds"]
    for sentence, figure in re.findall(r"(E-\d+) (\d+-\d+)", BOTH):
        assert (kinds[sentence] == "holds") == (verdicts[figure] == "yes"), sentence


DOCUMENT = """# Title
## Curves
The area is 0.92, and 1/2 of it (a half).
## Curves again
The area is 0.93.
"""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({}, None),
        ({"printed": "0.93"}, "0.93 is not in"),
        ({"found": "The area is 0.93."}, "not in the section 'Curves'"),
        ({"section": "Shapes"}, "no section 'Shapes'"),
        ({"also": ["Chadha"]}, "not in Chadha"),
        ({"quotation": "word " * 26}, "a quotation of 26 words"),
    ],
)
def test_entries_are_compared_with_a_document(change, fault):
    entry = {"id": "1", "document": "Potts 2018", "section": "Curves", "printed": "0.92 1/2"}
    entry |= {"found": "The area is 0.92, and 1/2 of it"} | change
    found = list(sources.faults([entry], {"Potts 2018": DOCUMENT, "Chadha": ""}))
    assert found == [] if fault is None else any(fault in each for each in found)


def test_entries_are_found_under_the_headings_of_the_crosswalk(monkeypatch):
    monkeypatch.setattr(sources.shipped, "tables", lambda _: {"Potts 2020": [["Curves"], ["Curves again"]]})
    found = {"0.93": "Curves again", "0.92": "Curves"}
    entries = [{"id": n, "document": "Potts 2020", "section": h, "found": f"is {n}"} for n, h in found.items()]
    assert list(sources.places({"Potts 2020": DOCUMENT}, entries)["Potts 2020"].items()) == [*found.items()][::-1]
    with pytest.raises(SystemExit, match="no heading 'Curves' below"):
        sources.headings("Potts 2020", "# Title\n## Shapes\n")


def test_the_tables_show_the_record():
    table, figures = errata(), printed_figures()
    assert [*table.index, *figures.index] == NUMBERS
    assert (table["agree"] == (table["kind"] == "holds")).all()
    assert table.loc["E-94", ["document", "gives", "comes_to"]].to_list() == ["Chadha", "0.7609", "0.7143"]
    assert table.loc["E-03", "document"] == "Potts 2020, Potts 2018"


def test_an_entry_can_be_followed_from_page_to_execution():
    assert "gives 0.7609" in record_entry("E-94")
    assert "gives 0.3863" in record_entry("004-070")
    assert "Recomputed" not in record_entry("004-026")
    assert all(record_entry(number) for number in NUMBERS[::10])


@given(st.lists(words(), min_size=1, max_size=2), words(min_size=1))
def test_code_of_documents_that_the_record_runs_is_right_where_nothing_is_held_against_it(references, answer):
    """Otherwise a difference might be ours."""
    shortest = em.sentence_bleu(references, answer, reference_length="shortest", zero_division=0.0)
    assert as_printed.post_bleu(references, answer)[0] == pytest.approx(shortest.score, abs=1e-12)
    assert as_printed.potts_wer(references[0], answer) == pytest.approx(em.wer(references[0], answer))
    assert as_printed.google_rouge_l(references[0], answer) == pytest.approx(em.rouge_l(references[:1], answer).f)


@given(wins=st.integers(0, 60), losses=st.integers(0, 60))
def test_the_library_computes_what_the_record_says_it_does(wins, losses):
    low, high = as_printed.ydf_accuracy_interval(wins + 1, wins + losses + 2)
    exact = em.clopper_pearson_interval(wins + 1, wins + losses + 2, level=0.9)
    assert (low, high) == pytest.approx((exact.low, exact.high))
    more = binomtest(wins + 1, wins + losses, alternative="greater").pvalue if losses else 0.0
    assert as_printed.ydf_mcnemar(wins, losses) == pytest.approx(more)


@given(cells=st.lists(st.integers(1, 9), min_size=4, max_size=4))
def test_formulas_of_documents_are_right_where_nothing_is_held_against_them(cells):
    cm = evaluate("table")([cells[:2], cells[2:]])
    assert as_printed.potts_f_scores(cm, 2.0).to_list() == pytest.approx(em.f_score(cm, 2.0).to_list())
    log_probs = np.log(cells) - np.log(9)
    assert as_printed.potts_token_perplexity(log_probs, m=1) == pytest.approx(em.perplexity(log_probs))


def test_every_figure_is_recomputed_or_says_why_not():
    figures = printed_figures()
    unknown, false = figures["holds"] == "cannot be told", figures["holds"] == "no"
    assert set(figures["holds"]) == {"yes", "no", "not printed", "cannot be told"}
    assert false.sum() == 14
    assert (figures.loc[figures["holds"] == "not printed", "recomputed"] != "").all()
    assert (figures.loc[unknown, "expression"] == "").all()
    assert figures.loc[unknown | false, "why"].str.endswith((".", "…")).all()


def test_the_rate_counts_numbers_that_could_have_come_out_otherwise():
    figures = printed_figures()
    assert figures["counted"].sum() == 131
    circular = ["000-045", "000-056", "000-069", "000-071", "001-005", "004-006", "004-090"]
    assert not figures.loc[circular, "counted"].any()
    assert (figures["counted"] & (figures["holds"] == "no")).sum() == 12


def test_who_changes_an_example_changes_it_for_nobody_else():
    evaluate("moons").fill(0)
    evaluate("A").reverse()
    assert evaluate("moons.max()") > 1
    assert evaluate("A") == [2, 3, 3, 1, 2]


@pytest.mark.parametrize(
    ("value", "printed", "agrees"),
    [
        (3 / 7, "0.43", True),
        (3 / 7, "0.42", False),
        (float("nan"), "0.43", False),
        (float("nan"), "NaN", True),
        (0.0, "NaN", False),
    ],
)
def test_rounding(value, printed, agrees):
    assert em.rounds_to(value, printed) is agrees


@given(n=st.integers(1, 500), data=st.data())
def test_the_count_that_was_printed_is_among_the_possible_ones(n, data):
    k, places = data.draw(st.integers(0, n)), data.draw(st.integers(1, 6))
    printed = f"{k / n:.{places}f}"
    found = em.possible_counts(printed, n).tolist()
    assert k in found
    assert found == [i for i in range(n + 1) if em.rounds_to(i / n, printed)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: em.rounds_to(0.5, "half"), ValueError, "printed must be a decimal"),
        (lambda: em.rounds_to(0.5, "1/0"), ValueError, "printed must be a decimal"),
        (lambda: em.rounds_to(0.5, 0.5), TypeError, "printed must be a string with all its digits"),
        (lambda: em.rounds_to("0.5", "0.5"), TypeError, "value must be a number, got '0.5'"),
        (lambda: em.rounds_to(10**400, "0.5"), ValueError, "value must be a number that a float holds.* 1329 bits"),
        (lambda: em.possible_counts(0.5, 10), TypeError, "printed must be a string with all its digits"),
        (lambda: em.possible_counts("1.2", 10), ValueError, "between 0 and 1"),
        (lambda: em.possible_counts("2/7", 10), ValueError, "between 0 and 1"),
        (lambda: em.possible_counts("<.05", 20), ValueError, "printed must be a decimal between 0 and 1"),
        (lambda: em.possible_counts("NaN", 10), ValueError, "printed must be a decimal"),
        (lambda: em.possible_counts("0.5", 0), ValueError, "n must be at least 1, got 0"),
        (lambda: em.possible_counts("0.5", 2.5), TypeError, "n must be a whole number, got 2.5"),
        (lambda: record_entry("E-131"), ValueError, "number must be of an entry, .* got 'E-131'"),
        (lambda: document_section("Potts", "Recall"), ValueError, "document must be one of Potts 2020, .* got 'Potts'"),
        (lambda: document_section("Chadha", "Fish"), ValueError, "has something: Evaluation .* got 'Fish'"),
        (lambda: evaluate(3), TypeError, "expression must be a string of Python; got int"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
