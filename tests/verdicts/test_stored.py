"""Language models' verdicts: what ships, what it says, and, where the repositories are named, that it is theirs."""

import numpy as np
import pandas as pd
import pytest

from evalmetrics import cohen_kappa
from evalmetrics_book import example_leaderboard, example_verdicts
from tests import published
from tests.verdicts import stored

ADVERSARIAL = ["Neighbor", "GPTInst", "GPTOut", "Manual"]
ORDERS = ["verdict", "verdict_swapped"]


def asked(judge, subsets, prompt="Vanilla_NoRules"):
    rows = example_verdicts()
    return rows[(rows["judge"] == judge) & (rows["prompt"] == prompt) & rows["subset"].isin(subsets)]


def accuracy(rows):
    return float(rows[ORDERS].eq(rows["label"], axis=0).mean(axis=None))


def test_it_is_small():
    assert stored.VERDICTS.stat().st_size + stored.MODELS.stat().st_size < 30_000


def test_every_pair_is_there_once():
    rows = example_verdicts()
    assert rows.shape == (28835, 9)
    assert not rows.duplicated(["subset", "item", "judge", "prompt"]).any()
    sizes = rows.drop_duplicates(["subset", "item"])["subset"].value_counts()
    assert sizes[[*ADVERSARIAL, "Natural", "MT-Bench"]].tolist() == [134, 92, 47, 46, 100, 200]
    assert rows[ORDERS].isin([1, 2, np.nan]).all(axis=None)
    assert rows["label"].isin([1, 2]).all()


def test_what_is_handed_out_is_yours_to_change():
    rows = example_verdicts()
    rows["verdict"] = 1
    assert (example_verdicts()["verdict"] == 2).any()


@pytest.mark.parametrize(
    ("judge", "subset", "published"),
    [("GPT-4", "Natural", 93.5), ("GPT-4", "Neighbor", 64.2), ("ChatGPT", "Neighbor", 17.9), ("LLaMA2", "GPTInst", 25)],
)
def test_accuracy_is_what_the_paper_prints(judge, subset, published):
    assert round(100 * accuracy(asked(judge, [subset])), 1) == published


def test_one_average_counts_pairs_and_the_other_subsets():
    """The paper prints 82.8 for GPT-4 with metrics and reference, the mean of four subsets."""
    rows = {subset: asked("GPT-4", [subset], "Metrics_Reference") for subset in ADVERSARIAL}
    assert round(100 * float(np.mean([accuracy(own) for own in rows.values()])), 1) == 82.8
    assert round(100 * accuracy(pd.concat(rows.values())), 1) == 84.5


def test_published_kappas_read_a_two_as_nothing():
    rows = asked("GPT-4", ["Natural"])
    read = np.where(rows["verdict"] == 1, 1, 0)
    assert cohen_kappa(rows["label"], read) == pytest.approx(0.2517173699705594)
    assert cohen_kappa(rows["label"], rows["verdict"].astype(int)) == pytest.approx(0.836868, abs=1e-6)


def test_win_rates_are_the_published_ones():
    models = example_leaderboard()
    assert models.shape == (52, 12)
    printed = models.dropna(subset="published_win_rate")
    assert len(printed) == 51
    for name in ("win_rate", "standard_error", "discrete_win_rate"):
        np.testing.assert_allclose(printed[name], printed[f"published_{name}"], atol=1.1e-8)
    assert models["longer"].between(0, models["n"]).all()


# Where the repositories are ------------------------------------------------------------------------------------------

needs_them = pytest.mark.skipif(
    not published.named(stored.COMMITS), reason="LLMBAR and ALPACA_EVAL name no repositories"
)


@needs_them
def test_what_ships_is_what_the_repositories_say():
    published.hold_equal(stored.VERDICTS, stored.verdicts())
    assert stored.MODELS.read_text(encoding="utf-8") == stored.text_of(stored.models())


@needs_them
def test_accuracy_and_agreement_are_the_publishers_own():
    rows, found = example_verdicts(), 0
    said = rows[ORDERS].fillna(0)  # no verdict twice counts as the same there
    right, same = said.eq(rows["label"], axis=0).mean(axis=1), said["verdict"] == said["verdict_swapped"]
    keys = [rows[name] for name in ("subset", "judge", "prompt")]
    ours = pd.DataFrame({"right": right, "same": same}).groupby(keys).mean() * 100
    for subset, judge, prompt, theirs in stored.of_judges("statistics"):
        own = ours.loc[subset, judge, prompt]
        assert own["right"] == pytest.approx(float(theirs["correct_average"].rstrip("%")), abs=1e-6)
        assert own["same"] == pytest.approx(float(theirs["equal"].split("= ")[1].rstrip("%")), abs=1e-6)
        found += 1
    assert found == len(ours)
