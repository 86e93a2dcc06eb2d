"""The record on the five documents: its places, its executions, its words; and what rounding can tell."""

import re
from copy import deepcopy
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from evalmetrics import (
    clopper_pearson_interval,
    f_score,
    perplexity,
    possible_counts,
    rouge_l,
    rounds_to,
    sentence_bleu,
    wer,
)
from evalmetrics_book import (
    document_section,
    errata,
    evaluate,
    printed_figures,
    record_entry,
    shipped,
)
from evalmetrics_book.as_printed import (
    google_rouge_l,
    post_bleu,
    potts_f_scores,
    potts_token_perplexity,
    potts_wer,
    ydf_accuracy_interval,
    ydf_mcnemar,
)
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
            if not any(rounds_to(x, number) or rounds_to(100 * x, number) for x in values):
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


def test_sentences_that_were_accused_and_hold():
    kinds = {entry["id"]: entry["kind"] for entry in ERRATA}
    assert [number for number, kind in kinds.items() if kind == "holds"] == [
        *("E-04", "E-09", "E-11", "E-18", "E-19", "E-45", "E-48", "E-51", "E-55", "E-88", "E-91", "E-100"),
        *("E-102", "E-104", "E-109", "E-112", "E-119", "E-120", "E-121", "E-125"),
    ]


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
    shortest = sentence_bleu(references, answer, reference_length="shortest", zero_division=0.0)
    assert post_bleu(references, answer)[0] == pytest.approx(shortest.score, abs=1e-12)
    assert potts_wer(references[0], answer) == pytest.approx(wer(references[0], answer))
    assert google_rouge_l(references[0], answer) == pytest.approx(rouge_l(references[:1], answer).f)


@given(wins=st.integers(0, 60), losses=st.integers(0, 60))
def test_the_library_computes_what_the_record_says_it_does(wins, losses):
    low, high = ydf_accuracy_interval(wins + 1, wins + losses + 2)
    exact = clopper_pearson_interval(wins + 1, wins + losses + 2, level=0.9)
    assert (low, high) == pytest.approx((exact.low, exact.high))
    more = binomtest(wins + 1, wins + losses, alternative="greater").pvalue if losses else 0.0
    assert ydf_mcnemar(wins, losses) == pytest.approx(more)


@given(cells=st.lists(st.integers(1, 9), min_size=4, max_size=4))
def test_formulas_of_documents_are_right_where_nothing_is_held_against_them(cells):
    cm = evaluate("table")([cells[:2], cells[2:]])
    assert potts_f_scores(cm, 2.0).to_list() == pytest.approx(f_score(cm, 2.0).to_list())
    log_probs = np.log(cells) - np.log(9)
    assert potts_token_perplexity(log_probs, m=1) == pytest.approx(perplexity(log_probs))


FALSE = {  # figures that do not hold, as we recompute them; what is only stated has no number
    **dict.fromkeys(["000-039", "000-040", "000-042", "000-043"], "0.1875"),
    "000-072": "0.0132868180571953",
    "004-032": "",
    "004-055": "0.058",
    "004-070": "0.386275",
    "004-076": "63 70",
    **dict.fromkeys(["004-088", "004-091"], "6.597"),
    "004-093": "0.924",
    "004-095": "",
    "004-096": "1",
}
LOST = """
000-001 0.81102  000-002 0.87402  000-004 0.88254  000-046 0.42530  000-047 NaN  000-048 0.34343  000-049 0.82899
000-054 0.81102  000-055 0.90551  000-073 0.33333  000-074 0.25000  001-003 0.87854 1.16074
001-004 0.0000 1.0000 3.0000 7.0000 15.0000  002-005 0.80000 0.40000 0.53333  002-006 0.71429  002-009 0.38628
002-010 0.47013  003-001 0.81102  003-002 0.87402  003-003 0.42857  003-004 0.12000  003-005 0.90090  003-006 NaN
003-007 NaN  003-008 0.87402  003-009 1.0000  003-010 1.0000  003-011 0.88235  003-012 0.12000  003-013 0.42857
003-014 0.90090  003-015 0.00800  003-016 0.04000  003-017 1.0000  003-018 0.18750  003-019 0.18750  003-020 0.90090
003-021 NaN  003-022 NaN  003-023 0.93277  003-024 0.01587  003-025 0.07692  003-026 0.93750  003-027 0.42530
003-028 NaN  003-029 0.34343  003-030 0.82899  003-031 15 20 110 1125  003-032 15 110 20 1125
003-033 1000 110 110 50  003-034 0.81102  003-036 0.33333  003-037 0.25000  004-056 1.05405  004-071 0.38628
004-079 0.70588  004-094 0.85697"""  # outputs that got lost, as we recompute them


def test_every_figure_is_recomputed_or_says_why_not():
    figures = printed_figures()
    of = {verdict: group["recomputed"].to_dict() for verdict, group in figures.groupby("holds")}
    assert of["no"] == FALSE
    assert of["not printed"] == dict(entry.split(" ", 1) for entry in re.split(r"\s{2,}|\n", LOST.strip()))
    assert set(of) == {"yes", "no", "not printed", "cannot be told"}
    unknown = figures["holds"] == "cannot be told"
    assert (figures.loc[unknown, "expression"] == "").all()
    assert figures.loc[unknown | (figures["holds"] == "no"), "why"].str.endswith((".", "…")).all()


def test_the_rate_counts_numbers_that_could_have_come_out_otherwise():
    figures = printed_figures()
    assert figures["counted"].sum() == 131
    assert not figures.loc[
        ["000-045", "000-056", "000-069", "000-071", "001-005", "004-006", "004-090"], "counted"
    ].any()
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
    assert rounds_to(value, printed) is agrees


@given(n=st.integers(1, 500), data=st.data())
def test_the_count_that_was_printed_is_among_the_possible_ones(n, data):
    k, places = data.draw(st.integers(0, n)), data.draw(st.integers(1, 6))
    printed = f"{k / n:.{places}f}"
    found = possible_counts(printed, n).tolist()
    assert k in found
    assert found == [i for i in range(n + 1) if rounds_to(i / n, printed)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: rounds_to(0.5, "half"), ValueError, "printed must be a decimal"),
        (lambda: rounds_to(0.5, "1/0"), ValueError, "printed must be a decimal"),
        (lambda: rounds_to(0.5, 0.5), TypeError, "printed must be a string with all its digits"),
        (lambda: rounds_to("0.5", "0.5"), TypeError, "value must be a number, got '0.5'"),
        (
            lambda: rounds_to(10**400, "0.5"),
            ValueError,
            "value must be a number that a float holds.* 1329 bits",
        ),
        (lambda: possible_counts(0.5, 10), TypeError, "printed must be a string with all its digits"),
        (lambda: possible_counts("1.2", 10), ValueError, "between 0 and 1"),
        (lambda: possible_counts("2/7", 10), ValueError, "between 0 and 1"),
        (lambda: possible_counts("<.05", 20), ValueError, "printed must be a decimal between 0 and 1"),
        (lambda: possible_counts("NaN", 10), ValueError, "printed must be a decimal"),
        (lambda: possible_counts("0.5", 0), ValueError, "n must be at least 1, got 0"),
        (lambda: possible_counts("0.5", 2.5), TypeError, "n must be a whole number, got 2.5"),
        (lambda: record_entry("E-131"), ValueError, "number must be of an entry, .* got 'E-131'"),
        (lambda: document_section("Potts", "Recall"), ValueError, "document must be one of Potts 2020, .* got 'Potts'"),
        (lambda: document_section("Chadha", "Fish"), ValueError, "has something: Evaluation .* got 'Fish'"),
        (lambda: evaluate(3), TypeError, "expression must be a string of Python; got int"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
