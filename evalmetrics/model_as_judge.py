"""A model as judge: agreement with people, the pull of places and traits, and rates put right by a sample of people."""

from typing import Any

import numpy as np

from .inputs import arguments, matrices, resampling
from .inputs import model_as_judge as inputs
from .inputs.agreement import raters_axis
from .inputs.options import whole
from .metric import mean_of, of_classes, of_samples, of_sums
from .uncertainty import FEW_DRAWN, Estimate, Interval, few_of, normal_quantile

RATERS = {"raters": raters_axis}


def shares_agreeing(votes, verdict):
    """Of an item, the share of people who say what the judge says, and of pairs of people who say the same."""
    m = (~np.isnan(votes)).sum(-1)
    as_judge = (verdict == votes.T).sum(0)
    alike = (votes.T[:, None] == votes.T).sum((0, 1)) - m
    return as_judge / m, alike / (m * (m - 1))


def share_as_judge(votes, verdict):
    """Of an item, the share of people who say what the judge says."""
    return shares_agreeing(votes, verdict)[0]


def share_alike(votes):
    """Of an item, the share of pairs of people who say the same."""
    return shares_agreeing(votes, np.nan)[1]


@mean_of(share_as_judge, inputs=inputs.votes_and_verdicts, at_once=True)
def judge_agreement(agreeing, items):
    """How often a judge says what a person says: one item by lot, and one of the people who voted on it by lot.

    >>> round(judge_agreement([["A", "A"], ["B", "A"], ["B", "B"]], ["A", "A", "A"]), 4)
    0.5
    """
    return agreeing / items


@mean_of(share_alike, inputs=inputs.votes_of_people, at_once=True, checks=RATERS)
def people_agreement(agreeing, items):
    """How often one person says what another one says: one item by lot, and two of the people who voted on it.

    >>> round(people_agreement([["A", "A"], ["B", "A"], ["B", "B"]]), 4)
    0.6667
    """
    return agreeing / items


def lead_over_people(votes, verdict):
    """Of an item, by how much more a judge agrees with people there than they do with each other."""
    as_judge, alike = shares_agreeing(votes, verdict)
    return as_judge - alike


@mean_of(lead_over_people, inputs=inputs.votes_and_verdicts, at_once=True)
def agreement_gap(leads, items):
    """By how much more often a judge agrees with a person than another person does, on the same items.

    Put the judge in the place of each person in turn: it is the change in how often that place agrees with the others.

    >>> round(agreement_gap([["A", "A"], ["B", "A"], ["B", "B"]], ["A", "A", "B"]), 4)
    0.1667
    """
    return leads / items


@mean_of(share_alike, inputs=inputs.votes_of_people, at_once=True, checks={**RATERS, "options": whole(2)})
def agreement_ceiling(agreeing, items, *, options=2):
    """The most that any judge can agree with single people, as far as their agreement with each other tells.

    If people draw their votes on an item from shares p of the options, two of them agree with probability Σ p², and the
    best judge agrees with probability max p. Given the mean of the first, the mean of the second is largest where all
    items are equally hard, with the other options equally likely. The true ceiling lies between people's agreement and
    this bound. nan where people agree less than lots would make them.

    options : int, default 2
        How many labels there are to choose from, at least 2; 3 if ties are votes.

    >>> round(agreement_ceiling.score([81, 100]), 3)
    0.894
    """
    k, agreement = options, agreeing / items
    return (1 + np.sqrt((k - 1) * (k * agreement - 1))) / k


def same_in_both_orders(shown_first, shown_second):
    """Of a pair of answers, whether the judge says the same in both orders."""
    return shown_first == shown_second


def pull_of_first_place(shown_first, shown_second):
    """Of a pair of answers, what it gains an answer to be shown first."""
    return shown_first - shown_second


@mean_of(same_in_both_orders, inputs=inputs.in_both_orders, at_once=True)
def position_consistency(consistent, pairs):
    """How often a judge says the same of a pair of answers when they change places.

    >>> position_consistency([1, 1, 0, 1], [1, 0, 0, 0])
    0.5
    """
    return consistent / pairs


@mean_of(pull_of_first_place, inputs=inputs.preferred_in_both_orders, at_once=True)
def position_bias(pulls, pairs):
    """How much more often an answer wins where it is shown first than where the same answer is shown second.

    Without ties, the share of pairs in which the first place won in both orders, less the share in which the second
    did. Which answer of a pair is called A does not matter.

    >>> position_bias([1, 1, 0, 1], [1, 0, 0, 0])
    0.5
    """
    return pulls / pairs


@of_classes(inputs=matrices.encoded)
def preference_bias(tp, fn, fp, tn):
    """How much more often a judge agrees with people where they prefer an answer with a trait than where they do not.

    A trait is to be the longer answer (verbosity bias), or the judge's own (self-preference): of each pair, say
    whether people preferred the answer that has it, and whether the judge did.

    >>> preference_bias([1, 1, 1, 0, 0], [1, 1, 1, 1, 0], pos_label=1)
    0.5
    """
    return tp / (tp + fn) - tn / (fp + tn)


def judged_and_labelled(y_true, y_pred):
    """Of an item: the cell that it is in if people labelled it, or else whether the judge says yes or no."""
    asked, yes, right = ~np.isnan(y_true), y_pred == 1, y_true == y_pred
    tp, tn = asked & right & yes, asked & right & ~yes
    fp, fn = asked & ~right & yes, asked & ~right & ~yes
    return tp, fn, fp, tn, ~asked & yes, ~asked & ~yes


def lang_reiczigel_bounds(z, tp, fn, fp, tn, yes, no):
    """Bounds for a rate that a judge of estimated sensitivity and specificity was asked for, z standard errors away."""
    n, positives, negatives = yes + no + z**2, tp + fn + 2, fp + tn + 2
    rate, sensitivity, specificity = (yes + z**2 / 2) / n, (tp + 1) / positives, (tn + 1) / negatives
    youden = sensitivity + specificity - 1
    estimate = (rate + specificity - 1) / youden
    of_positives = estimate * sensitivity * (1 - sensitivity) / positives
    of_negatives = (1 - estimate) * specificity * (1 - specificity) / negatives
    variance = rate * (1 - rate) / n + estimate * of_positives + (1 - estimate) * of_negatives
    shift, reach = 2 * z**2 * (of_positives - of_negatives), z * np.sqrt(variance) / youden
    return np.clip([estimate + shift - reach, estimate + shift + reach], 0, 1)


@arguments.described_with(resampling.tails)
def with_lang_reiczigel(score: float, sums: Any, _: Any, options: Any, *, level: float = 0.95) -> Estimate:
    """Dress a corrected rate with its interval.

    -> Estimate
        The rate and Lang and Reiczigel's interval, cut off at 0 and 1; the rate is not cut off, and a rate outside
        says that the judge does otherwise here than where people looked. The interval is nan where the judge is no
        better than lots, and with weights.
    """
    low, high = lang_reiczigel_bounds(normal_quantile(level), *sums)
    usable = options["sample_weight"] is None and sums[0] / (sums[0] + sums[1]) + sums[3] / (sums[2] + sums[3]) > 1
    ends = (float(low), float(high)) if usable else (np.nan, np.nan)
    few = few_of({"yes by people": sums[0] + sums[1], "no by people": sums[2] + sums[3]})
    return Estimate(score, interval=Interval(*ends, level, "Lang-Reiczigel", few))


@of_sums(judged_and_labelled, inputs=inputs.yes_or_no_of_some, at_once=True, result=with_lang_reiczigel)
def rogan_gladen(tp, fn, fp, tn, yes, no):
    """The rate that people would find among items that only a judge has seen, from the judge's rate and its mistakes.

    Its sensitivity and specificity are taken over from the items that people labelled, which need not be drawn from
    the same place: there may be more yes among them.

    Source: Rogan and Gladen (1978), Estimating prevalence from the results of a screening test, American Journal of
    Epidemiology 107; for the interval Lang and Reiczigel (2014), Confidence limits for prevalence of disease adjusted
    for estimated sensitivity and specificity, Preventive Veterinary Medicine 113.

    >>> people = [1] * 40 + [0] * 40 + [np.nan] * 200
    >>> judge = [1] * 36 + [0] * 4 + [1] * 12 + [0] * 28 + [1] * 120 + [0] * 80
    >>> print(rogan_gladen(people, judge))
    0.500 [0.306, 0.685] (95 %, Lang-Reiczigel)
    """
    sensitivity, specificity = tp / (tp + fn), tn / (tn + fp)
    rate = yes / (yes + no)
    return (rate + specificity - 1) / (sensitivity + specificity - 1)


def double_sampling_variance(tp, fn, fp, tn, yes, no):
    """Variance of a rate by double sampling: within the judge's two classes by people, between them by all verdicts."""
    asked, everything = tp + fn + fp + tn, tp + fn + fp + tn + yes + no
    share, of_yes, of_no = (tp + fp + yes) / everything, tp / (tp + fp), fn / (fn + tn)
    within = share * of_yes * (1 - of_yes) + (1 - share) * of_no * (1 - of_no)
    return within / asked + share * (1 - share) * (of_yes - of_no) ** 2 / everything


@arguments.described_with(resampling.tails)
def with_normal_interval(score: float, sums: Any, _: Any, options: Any, *, level: float = 0.95) -> Estimate:
    """Dress a rate by double sampling with its interval.

    -> Estimate
        The rate, and a normal interval of Tenenbein's variance, cut off at 0 and 1; it is nan with weights.
    """
    reach = normal_quantile(level) * np.sqrt(double_sampling_variance(*sums))
    reach = reach if options["sample_weight"] is None else np.nan
    low, high = (float(np.clip(end, 0, 1)) for end in (score - reach, score + reach))
    few = few_of({"seen by people": sum(sums[:4])}, most=FEW_DRAWN)
    return Estimate(score, interval=Interval(low, high, level, "double sampling", few))


@of_sums(judged_and_labelled, inputs=inputs.yes_or_no_of_some, at_once=True, result=with_normal_interval)
def double_sampling(tp, fn, fp, tn, yes, no):
    """The rate that people would find, from how often they say yes where the judge does, and where it does not.

    People have to have been asked by lot about items of the same kind.

    >>> people = [1] * 40 + [0] * 40 + [np.nan] * 200
    >>> judge = [1] * 36 + [0] * 4 + [1] * 12 + [0] * 28 + [1] * 120 + [0] * 80
    >>> print(double_sampling(people, judge))
    0.500 [0.406, 0.594] (95 %, double sampling)
    """
    said_yes, said_no = tp + fp + yes, fn + tn + no
    right_yes, wrong_no = tp / (tp + fp), fn / (fn + tn)
    return (said_yes * right_yes + said_no * wrong_no) / (said_yes + said_no)


def tuned_power(y, f, rest):
    """How much to believe of the judge for the smallest variance: 0 if it tells nothing, at most 1."""
    n, m, both = len(y), len(rest), np.concatenate([f, rest])
    covariance = (y * (f - f.sum() / n)).sum() / n
    spread = ((both - both.mean()) ** 2).sum() / (n + m - 1)
    return np.clip(covariance * m / (spread * (n + m)), 0, 1)


def variance(values):
    """The mean squared distance from the mean."""
    return ((values - values.sum() / len(values)) ** 2).sum() / len(values)


def split_by_labels(y_true, y_pred):
    """People's numbers where they were asked, the judge's on the same items, and the judge's on the rest."""
    asked = ~np.isnan(y_true)
    return y_true[asked], y_pred[asked], y_pred[~asked]


@arguments.described_with(resampling.tails)
def with_ppi_interval(
    score: float, checked: Any, _: Any, __: Any, *, power: Any = "tuned", level: float = 0.95
) -> Estimate:
    """Dress a prediction-powered mean with its interval.

    -> Estimate
        The mean, and its normal interval.
    """
    y, f, rest = split_by_labels(*(column - checked[1][0] for column in checked))
    power = tuned_power(y, f, rest) if power == "tuned" else power
    error = np.sqrt(variance(y - power * f) / len(y) + power**2 * variance(rest) / len(rest))
    reach = float(normal_quantile(level) * error)
    few = few_of({"seen by people": len(y)}, most=FEW_DRAWN)
    return Estimate(score, interval=Interval(score - reach, score + reach, level, "prediction-powered", few))


def power_of(value: Any, name: str) -> Any:
    """A check: "tuned", or a number from 0 to 1.

    power : float or "tuned", default "tuned"
        How much of the judge to believe: 0 is the mean of what people said alone, 1 corrects the judge's mean by its
        mean mistake, "tuned" is what makes the variance smallest.

    ValueError
        A power outside of [0, 1].
    """
    return value if isinstance(value, str) and value == "tuned" else arguments.share(value, name)


@of_samples(
    inputs=inputs.numbers_of_some,
    result=with_ppi_interval,
    checks={"power": power_of},
    instead="the mean of the judge over all items does, by mean_of; what corrects it comes of the few "
    "items that people saw",
)
def ppi_mean(y_true, y_pred, *, power="tuned"):
    """The mean of what people would say of all items, by prediction-powered inference.

    What the judge says of the items that only it has seen, and what people say more than the judge where both have
    seen them. People have to have been asked by lot; of the judge nothing is assumed.

    Source: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic (2023), Prediction-powered inference, Science 382; for the
    power Angelopoulos, Duchi and Zrnic (2023), PPI++: efficient prediction-powered inference.

    >>> people = [3, 4, 5, 2, 4, 4] + [np.nan] * 8
    >>> judge = [4, 4, 5, 3, 5, 4] + [4, 5, 3, 3, 5, 4, 4, 5]
    >>> print(ppi_mean(people, judge))
    3.644 [3.045, 4.243] (95 %, prediction-powered; only 6 seen by people)
    """
    origin = y_pred[0]
    y, f, rest = split_by_labels(y_true - origin, y_pred - origin)
    power = tuned_power(y, f, rest) if power == "tuned" else power
    corrected = (y - power * f).sum() / len(y)
    return origin + corrected + power * rest.sum() / len(rest)
