"""What is audited of what machines made and people said: the intervals of chapters 38, 39, 44, 51 and 71 to 75."""

from functools import partial

import numpy as np
from scipy.special import ndtr

from evalmetrics.agreement import cohen_kappa
from evalmetrics.chrf_ter import corpus_chrf, corpus_ter
from evalmetrics.clustering import adjusted_mutual_information, adjusted_rand_index, silhouette, v_measure
from evalmetrics.code_generation import pass_at_k
from evalmetrics.contamination import cutoff_gap
from evalmetrics.correlation import pearson
from evalmetrics.model_as_judge import agreement_gap, double_sampling, judge_agreement, ppi_mean, rogan_gladen
from evalmetrics.question_benchmarks import question_mean

from ..judgements import counted
from .case import DEAR, FEWER, FEWEST, HALF_AS_MANY, TWO, case
from .formulas import (
    ATTEMPTS,
    CARRIED,
    CORRELATIONS,
    DOUBLE_SAMPLING,
    OPINIONS,
    PASSES,
    PREDICTION_POWERED,
    QUESTIONS,
    difference_without_copies,
    growers_found,
    interval_alpha,
    interval_of_length,
    lead_of_twins,
    mean_rating,
    mushra_mean,
    nominal_alpha,
    of_the_judge,
    on_board,
    order_of_systems,
    over_listeners,
    pooled_pearson,
    pull_of_length,
    ranks_on_board,
    rating,
    rating_on_board,
    refitted,
    strength,
    twins_on_board,
    without_copies,
    wrong_ranks,
)
from .people import CONDITIONS, PLAYERS, SYSTEMS


def mean_grade(quality: float) -> float:
    """The mean grade of a voice from 1 to 5, where what listeners find is normal around its quality."""
    spread = np.sqrt(0.6**2 + 0.2**2 + 0.25**2 + 0.7**2)
    return float(1 + ndtr((quality - np.arange(1.5, 5)) / spread).sum())


at_1, at_10 = pass_at_k.given(k=1), pass_at_k.given(k=10)
BY_DOCUMENTS = {"t over items": QUESTIONS["t over groups"]}
MANY_TASKS = [f"toy programs, {how}" for how in ("cool", "warm", "warm and cool")]
OF_PEOPLE_AND_MACHINES = [
    case("toy programs, favourites", np.mean, 12, (), PASSES),
    case("toy programs, cool", at_1, 12, FEWER, ATTEMPTS),
    case("toy programs, warm", at_1, 12),
    case("toy programs, warm and cool", at_1, 12),
    *(
        case(f"toy programs, {how}", pass_at_k.given(k=k), 12, ["percentile"])
        for how in ("cool", "warm")
        for k in (5, 20)
    ),
    *(case(name, at_10, 12) for name in MANY_TASKS),
    case("translations, good, one reference", corpus_chrf.given(word_order=2), 40, **HALF_AS_MANY),
    case("translations, repetitive and good, one reference", corpus_chrf, 40, **HALF_AS_MANY),
    case("translations, negated and good, one reference", corpus_chrf, 40, **HALF_AS_MANY),
    case("translations, negated and good, one reference", corpus_ter, 40, **DEAR),
    *(
        case(f"letters of talks, Online-W and DIDI-NLP, {who}", counted(corpus_chrf), 529, **HALF_AS_MANY)
        for who in ("ref", "refB")
    ),
    case("two groupings", v_measure, 60, ["percentile", "half"], **FEWEST),
    case("two groupings", adjusted_mutual_information, 60, ["half"], **FEWEST),
    *(
        each
        for name in ("wines, raw", "wines, standardised")
        for each in (
            case(name, adjusted_rand_index, 178, [], without_copies(adjusted_rand_index), n_resamples=300),
            case(name, adjusted_mutual_information, 178, ["half"], **FEWEST),
        )
    ),
    case("wines, clustered anew", growers_found, 178, [], {"refitted": refitted}, **FEWEST),
    case("places of wines", silhouette, 178, [], without_copies(silhouette), **FEWEST),
    case(
        "irises, two and three clusters",
        silhouette,
        150,
        [],
        {"without_copies": difference_without_copies},
        **FEWEST,
    ),
    case("moons, sawn in two and whole", silhouette, 500, [], {"without_copies": difference_without_copies}, **FEWEST),
    case("voice A", mean_rating, 15, [], OPINIONS, known=mean_grade(3.1)),
    case("voice B less A", mean_rating, 15, [], OPINIONS, known=mean_grade(3.3) - mean_grade(3.1)),
    *(
        case(
            "a listening test",
            partial(mushra_mean, condition=condition),
            18,
            [],
            {"t over raters": partial(over_listeners, condition=condition)},
            repetitions=300,
        )
        for condition in CONDITIONS
    ),
    *(
        case("rankings of four", partial(strength, of=one), 90, ["percentile"], known=true, **FEWEST)
        for one, true in zip("ABCD", (0.4, 0.3, 0.2, 0.1), strict=True)
    ),
    case("four who guess", nominal_alpha, 200, ["percentile"], known=0.0, **FEWEST),
    case("easy segments", pooled_pearson, 80, **DEAR),
    case("normal pairs", pearson, 6, [], CORRELATIONS[pearson], known=0.8),
    *(
        case(f"normal pairs at {r}", pearson, n, [], CORRELATIONS[pearson], known=r)
        for r, sizes in {0.93: [9], -0.8: [6], 0.52: [50, 300, 1000], 0.39: [50, 300, 1000]}.items()
        for n in sizes
    ),
    case("marks, ONLINE-M less ONLINE-Y", mean_rating, 30, [], OPINIONS),
    case("marks by rater", interval_alpha, 30, FEWER, **FEWEST),
    case("marks by rater", interval_alpha, 30, ["percentile"], by_groups=False, **FEWEST),
    *(
        case(f"rater {b} minus rater {a}", np.mean, 6, FEWER, BY_DOCUMENTS, **HALF_AS_MANY)
        for a, b in [(1, 6), (7, 8), (5, 6)]
    ),
    case("digits, as annotators", cohen_kappa, 899, TWO, repetitions=300),
    case("tasks of SuperGLUE", np.mean, 8, **HALF_AS_MANY),
    case("paragraphs, three translators", np.mean, 104, **HALF_AS_MANY),
    case("paragraphs, the judge", np.mean, 104, **HALF_AS_MANY),
    *(case(f"votes and {judge}", judge_agreement, 104) for judge in ("BLEU", "the longer", "always a tie")),
    case("votes and BLEU", agreement_gap, 104),
    *(case("votes and BLEU, by document", agreement_gap, 30, by_groups=drawn) for drawn in (True, False)),
    case("votes, the longer and BLEU", judge_agreement, 104),
    case("paragraphs, 30 asked", ppi_mean.given(power=0), 104, [], PREDICTION_POWERED[0]),
    case("paragraphs, 30 asked", ppi_mean.given(power="tuned"), 104, [], PREDICTION_POWERED["tuned"]),
    case("paragraphs, 30 asked", ppi_mean.given(power=1), 104, [], PREDICTION_POWERED[1]),
    case("judged answers", ppi_mean.given(power=0), 150, [], PREDICTION_POWERED[0], known=0.5),
    case(
        "judged answers",
        ppi_mean.given(power="tuned"),
        150,
        [],
        PREDICTION_POWERED["tuned"] | {"wilson": of_the_judge},
        known=0.5,
    ),
    case("judged answers", double_sampling, 150, [], DOUBLE_SAMPLING, known=0.5),
    case("judged answers, the good ones asked", ppi_mean.given(power=1), 150, [], PREDICTION_POWERED[1], known=0.5),
    case("judged answers, others asked", rogan_gladen, 300, [], CARRIED, known=0.2),
    case("judged answers, others asked", ppi_mean.given(power=1), 300, [], PREDICTION_POWERED[1], known=0.2),
    case("judged answers, others asked", double_sampling, 300, [], DOUBLE_SAMPLING, known=0.2),
    case("an arena", lead_of_twins, 30, [], on_board(twins_on_board), repetitions=300),
    *(
        case("an arena", partial(rating, of=one), 30, [], on_board(rating_on_board, of=one), repetitions=300)
        for one in PLAYERS
    ),
    case("an arena", wrong_ranks, 30, [], {"ranks": ranks_on_board}, known=0.0, repetitions=300),
    case("an arena, with length", pull_of_length, 30, [], {"sandwich": interval_of_length}, repetitions=300),
    *(case(f"quiz, {who}", question_mean, 12, FEWER, QUESTIONS) for who in ("terse", "chatty", "chatty ahead")),
    *(
        case(f"quiz, {what}", question_mean, 12, [], QUESTIONS)
        for what in ("the book", "the quiz as well", "the quiz, shuffled", "the quiz, reworded")
    ),
    *(
        case(f"old and new, {name}", cutoff_gap, 12, by_groups=by_groups)
        for name in ("the book", "leaked", "leaked, less the book")
        for by_groups in (True, False)
    ),
    case("quiz, chatty ahead, ten copies", question_mean, 12, [], {"t": QUESTIONS["t"]}),
    case("parts of a file", question_mean, 4, [], {"t": QUESTIONS["t"]}),
    case("documents, learned", order_of_systems, 15, **FEWEST),
    case("documents, BLEU", order_of_systems, 15, **FEWEST),
    case("documents, BLEU and learned", order_of_systems, 15, **FEWEST),
    *(case(f"points of {system}", question_mean, 15, [], QUESTIONS) for system in SYSTEMS),
    case("words found, good less literal", np.mean, 40, **HALF_AS_MANY),
]
