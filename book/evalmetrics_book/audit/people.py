"""What people said: grades, marks of translators, comparisons; and judges and metrics that speak for them."""

from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.arenas import bradley_terry
from evalmetrics.bleu import corpus_bleu

from .. import examples, judgements
from .coverage import Samples, World, endless, of_groups, population

Rng = np.random.Generator
CONDITIONS = ["reference", "codec new", "codec old", "anchor 7 kHz", "anchor 3.5 kHz"]
TWINS = ("GPT-4 (2)", "GPT-4 (1)")
PLAYERS = ["refA", "ONLINE-W", "GPT-4 (2)", "GPT-4 (1)", "ONLINE-Y", "ONLINE-A", "ONLINE-M", "ONLINE-G"]
PLAYERS += ["Lan-BridgeMT", "NLLB_MBR_BLEU"]


def voices(*sides: int) -> Any:
    """Grades of n listeners for twenty sentences by voice B or A, or by how much B's are higher; who, and for what."""

    def draw(n: int, rng: Rng) -> Samples:
        generosity, liking = rng.normal(0, 0.6, size=(n, 1, 1)), rng.normal(0, 0.2, size=(n, 1, 2))
        sentence, luck = rng.normal(0, 0.25, size=(1, 20, 1)), rng.normal(0, 0.7, size=(n, 20, 2))
        grades = np.clip(np.rint(3.1 + np.array([0, 0.2]) + generosity + liking + sentence + luck), 1, 5)
        value = grades @ np.array(sides)
        return (np.column_stack([value.ravel(), *(index.ravel() for index in np.indices((n, 20)))]),)

    return draw


def listening_test(n: int, rng: Rng) -> Samples:
    """Listeners like the eighteen of the book's MUSHRA test, and the same pieces; whose the scores are, comes last."""
    seeded = np.random.default_rng(1)
    seeded.normal(0, 7, size=18)
    piece = seeded.normal(0, 4, size=(1, 8, 5))
    kind = rng.choice(3, p=[15 / 18, 2 / 18, 1 / 18], size=n)
    heard = np.broadcast_to(np.array([100.0, 80, 74, 55, 25]), (n, 8, 5)).copy()
    heard[:, 4, 3] = 92
    heard[kind == 1, :, :3], heard[kind == 2, :, 3] = 84, 94
    blur = np.where(heard < 90, 1.0, 0.3)
    scores = heard + blur * (rng.normal(0, 7, size=(n, 1, 1)) + piece + rng.normal(0, 8, size=heard.shape))
    listener, item, condition = (index.ravel() for index in np.indices(heard.shape))
    table = {"listener": listener, "item": item, "condition": np.array(CONDITIONS)[condition]}
    return pd.DataFrame(table | {"score": np.clip(np.rint(scores), 0, 100).ravel()}), listener


def rankings(n: int, rng: Rng) -> Samples:
    """Rankings of four, each place by lot in proportion to strengths of 4, 3, 2 and 1."""
    orders = np.argsort(-np.log([0.4, 0.3, 0.2, 0.1]) - rng.gumbel(size=(n, 4)), axis=1)
    return ([["ABCD"[i] for i in order] for order in orders],)


def easy_segments(n: int, rng: Rng) -> Samples:
    """What people and a metric say of six systems: both like easy segments, and the metric dislikes merit."""
    ease, merit = rng.normal(size=(n, 1)), np.arange(6) / 4
    people = ease + merit + 0.7 * rng.normal(size=(n, 6))
    return people, ease - 0.3 * merit + 0.7 * rng.normal(size=(n, 6))


@cache
def marks() -> pd.DataFrame:
    """The marks of ten translators, 3,120 of them."""
    return judgements.example_judgements("wmt23")


@cache
def scores_by_rater() -> tuple[pd.DataFrame, NDArray[Any]]:
    """Points of each text from each rater, and the document that it is of."""
    table = marks().pivot_table(index=["system", "segment"], columns="rater", values="score")
    document = marks().drop_duplicates("segment").set_index("segment")["document"]
    return table, document.loc[table.index.get_level_values(1)].to_numpy()


def texts_by_rater() -> Samples:
    """The same as a table with gaps, and the documents."""
    table, document = scores_by_rater()
    return table.to_numpy(), document


def stricter(a: int, b: int) -> Samples:
    """By how many points rater b takes off more than rater a of the texts that both read, and the documents."""
    table, document = scores_by_rater()
    both = table[[a, b]].notna().all(axis=1)
    return (table[b] - table[a])[both].to_numpy(), document[both]


def lead_of_one() -> Samples:
    """Points by which ONLINE-Y is better than ONLINE-M, who marked, and the document, twice: item and group."""
    wide = marks().pivot_table(index=["segment", "document", "rater"], columns="system", values="score").reset_index()
    document = pd.factorize(wide["document"])[0]
    return np.column_stack([wide["ONLINE-M"] - wide["ONLINE-Y"], wide["rater"], document]), document


def tasks_of_superglue() -> Samples:
    """By how many points DeBERTa is ahead of people on each of eight tasks."""
    people = [89.0, (95.8 + 98.9) / 2, 100, (81.8 + 51.9) / 2, (91.7 + 91.3) / 2, 93.6, 80.0, 100]
    machine = [90.4, (95.7 + 97.6) / 2, 98.4, (88.2 + 63.7) / 2, (94.5 + 94.1) / 2, 93.2, 77.5, 95.9]
    return (np.subtract(machine, people),)


comparisons = cache(judgements.example_comparisons)


@cache
def duel() -> dict[str, NDArray[Any]]:
    """Who wins 104 paragraphs, GPT-4 or ONLINE-A: by three translators, by judges, and the translators' shares."""
    pairs = comparisons()
    pairs = pairs[(pairs["first"] == "GPT-4 (1)") & (pairs["second"] == "ONLINE-A")]
    votes = pairs.pivot_table(index="segment", columns="rater", values="outcome")
    texts = pairs.groupby("segment")[["bleu", "longer", "document"]].first()
    bleu, longer = ((1 + np.sign(texts[name].to_numpy())) / 2 for name in ("bleu", "longer"))
    return {
        "votes": votes.to_numpy(),
        "translators": votes.mean(axis="columns").to_numpy(),
        "BLEU": bleu,
        "the longer": longer,
        "always a tie": np.full(len(bleu), 0.5),
        "document": texts["document"].to_numpy(),
    }


def paragraphs(*names: str) -> Any:
    """Some columns of the duel."""
    return lambda: tuple(duel()[name] for name in names)


def thirty_asked(n: int, rng: Rng) -> Samples:
    """Paragraphs, thirty of which the translators were asked about, and what the judge says of all."""
    drawn = rng.integers(104, size=n)
    return np.where(np.arange(n) < 30, duel()["translators"][drawn], np.nan), duel()["BLEU"][drawn]


def everybody_asked() -> Samples:
    """The translators' word on all paragraphs, and the judge's on as many once more."""
    people, judge = duel()["translators"], duel()["BLEU"]
    return np.append(people, np.full(len(people), np.nan)), np.append(judge, judge)


def answers(asked: int, rng: Rng, n: int = 2000, rate: float = 0.5) -> Samples:
    """What people say of the answers that they were asked about, and a judge of all, right about 0.9 of the good."""
    good = (rng.random(n) < rate).astype(int)
    judge = np.where(rng.random(n) < np.take([0.7, 0.9], good), good, 1 - good)
    return np.where(np.arange(n) < asked, good, np.nan), judge


def good_ones_asked(asked: int, rng: Rng) -> Samples:
    """The same, but people see what the judge found good."""
    good, judge = answers(2000, rng)
    chosen = np.full(2000, np.nan)
    yes = np.flatnonzero(judge == 1)[:asked]
    chosen[yes] = good[yes]
    return chosen, judge


def others_asked(asked: int, rng: Rng) -> Samples:
    """People saw other answers, three in five of them good, and the judge has seen 2,000, one in five good."""
    (old, old_judge), (new, new_judge) = answers(asked, rng, asked, rate=0.6), answers(0, rng, rate=0.2)
    return np.append(old, new), np.append(old_judge, new_judge)


def arena(*, length: bool = False) -> Samples:
    """Who met whom, the outcome, perhaps by how many tens of words the first is longer, and the document."""
    table = comparisons()
    more = [table["longer"].to_numpy() / 10] if length else []
    sides = (table[name].to_numpy() for name in ("first", "second", "outcome"))
    return *sides, *more, table["document"].to_numpy()


@cache
def true_ranks() -> pd.Series:
    """The rank of each system by all comparisons."""
    return bradley_terry(*arena()[:3]).rank(ascending=False)


@cache
def predicted() -> pd.DataFrame:
    """Half of the documents: points by people, points predicted by a forest that learned on the other half, BLEU."""
    from sklearn.ensemble import RandomForestRegressor

    table = marks().replace({"system": {"GPT4-5shot_with_ONLINE-W": "GPT-4"}})
    table = table[~table["system"].isin(["refA", "GPT4-5shot_with_refA"])]
    table = table.groupby(["segment", "document", "system"], as_index=False).agg({"score": "mean"})
    counts = judgements.example_counts("wmt23", corpus_bleu).loc["refA"].rename({"GPT4-5shot_with_ONLINE-W": "GPT-4"})
    rows = counts.loc[pd.MultiIndex.from_frame(table[["system", "segment"]])].to_numpy()
    bleu = 100 * np.asarray(corpus_bleu.given(smoothing="exponential").score(rows))
    seen = pd.DataFrame({"bleu": bleu, "words": rows[:, 0], "missing": np.clip(1 - rows[:, 0] / rows[:, 1], 0, None)})
    school = pd.factorize(table["document"])[0] % 2 == 0
    forest = RandomForestRegressor(100, min_samples_leaf=10, random_state=0).fit(seen[school], table["score"][school])
    table = table.assign(bleu=bleu)[~school]
    return table.assign(learned=forest.predict(seen[~school]))


def sums_of(*names: str) -> Any:
    """Points and what metrics say, summed over each document, shape (documents, systems); fewer points are better."""

    def make() -> Samples:
        sums = [predicted().pivot_table(index="document", columns="system", values=n, aggfunc="sum") for n in names]
        return tuple((1 if name == "bleu" else -1) * each.to_numpy() for name, each in zip(names, sums, strict=True))

    return make


def points_of(system: str) -> Samples:
    """What translators took off from one system's paragraphs, and the documents."""
    own = predicted()[predicted()["system"] == system]
    return own["score"].to_numpy(), own["document"].to_numpy()


def words_found() -> Samples:
    """The share of the reference's words found in good translations, less that in literal ones."""
    data = examples.example_corpus()

    def share(reference: str, text: str) -> float:
        return len({*reference.split()} & {*text.split()}) / len({*reference.split()})

    first = data["references"].str[0]
    good, literal = ([share(*pair) for pair in zip(first, data[name], strict=True)] for name in ("good", "literal"))
    return (np.subtract(good, literal),)


SYSTEMS = [
    "GPT-4",
    "Lan-BridgeMT",
    "NLLB_MBR_BLEU",
    "ONLINE-A",
    "ONLINE-G",
    "ONLINE-M",
    "ONLINE-W",
    "ONLINE-Y",
]
DOCUMENTS, HALF, ALL = "these 30 documents", "these 15 documents", "these 104"
PEOPLE = [
    endless("voice A", voices(1, 0)),
    endless("voice B less A", voices(-1, 1)),
    endless("a listening test", listening_test, 30_000, groups=True),
    endless("rankings of four", rankings),
    endless("four who guess", lambda n, rng: (rng.integers(1, 4, size=(n, 4)).astype(float),)),
    endless("easy segments", easy_segments),
    of_groups("marks, ONLINE-M less ONLINE-Y", lead_of_one, DOCUMENTS),
    of_groups("marks by rater", texts_by_rater, DOCUMENTS),
    *(
        of_groups(f"rater {b} minus rater {a}", partial(stricter, a, b), "these 6 documents")
        for a, b in [(1, 6), (7, 8), (5, 6)]
    ),
    population("tasks of SuperGLUE", tasks_of_superglue, "these 8"),
    population("paragraphs, three translators", paragraphs("translators"), ALL),
    population("paragraphs, the judge", paragraphs("BLEU"), ALL),
    *(
        population(f"votes and {judge}", paragraphs("votes", judge), ALL)
        for judge in ("BLEU", "the longer", "always a tie")
    ),
    of_groups("votes and BLEU, by document", paragraphs("votes", "BLEU", "document"), DOCUMENTS),
    population("votes, the longer and BLEU", paragraphs("votes", "the longer", "BLEU"), ALL, systems=2),
    World("paragraphs, 30 asked", thirty_asked, everybody_asked, ALL),
    endless("judged answers", answers),
    endless("judged answers, the good ones asked", good_ones_asked),
    endless("judged answers, others asked", others_asked),
    of_groups("an arena", arena, DOCUMENTS),
    of_groups("an arena, with length", partial(arena, length=True), DOCUMENTS),
    population("documents, learned", sums_of("score", "learned"), HALF),
    population("documents, BLEU", sums_of("score", "bleu"), HALF),
    population("documents, BLEU and learned", sums_of("score", "bleu", "learned"), HALF, systems=2),
    *(of_groups(f"points of {system}", partial(points_of, system), HALF) for system in SYSTEMS),
    population("words found, good less literal", words_found, "these 40"),
]
