"""What is audited of recommended films and of texts, of which the book prints intervals like these."""

import numpy as np

from evalmetrics.cider_scores import cider_d
from evalmetrics.correlation import kendall
from evalmetrics.meteor_scores import corpus_meteor
from evalmetrics.perplexities import burstiness, corpus_perplexity
from evalmetrics.recommendation import (
    average_reciprocal_hit_rate,
    diversity,
    hit_rate,
    mean_percentile_rank,
    personalized_at_k,
    success_at_k,
)
from evalmetrics.rouge import corpus_rouge_n
from evalmetrics.word_error_rate import corpus_wer

from ..judgements import counted
from .case import DEAR, FEWER, HALF_AS_MANY, PAIRED, case
from .films import RECOMMENDERS
from .formulas import kendall_of_rows, of_counts, ratio_of_perplexities, rmse_of_users
from .texts import CAPTIONS, CROWNS, OTHERS, SYSTEMS

OTHER_RECOMMENDERS = [how for how in RECOMMENDERS if how != "taste"]  # taste is among the data
OTHER_SYSTEMS = [system for system in SYSTEMS if system != "good"]

OF_FILMS = [
    *(case(f"films, {how}", hit_rate.given(k=10), 292, **HALF_AS_MANY) for how in (*OTHER_RECOMMENDERS, "hat")),
    *(
        case(f"films, {how}", score, 292, ["percentile"], **DEAR)
        for how in OTHER_RECOMMENDERS
        for score in (average_reciprocal_hit_rate.given(k=10), mean_percentile_rank)
    ),
    *(case(f"first tens of films, {how}", np.mean, 292, ["percentile"]) for how in RECOMMENDERS),
    *(case(f"next film, {how}", success_at_k.given(k=10), 292, **HALF_AS_MANY) for how in RECOMMENDERS),
    *(
        case(f"rarer next film, {how}", counted(personalized_at_k), 292, FEWER, {"wilson": of_counts}, **HALF_AS_MANY)
        for how in RECOMMENDERS
    ),
    *(case(f"genres of films, {how}", counted(diversity), 292, ["percentile"]) for how in (*RECOMMENDERS, "hat")),
    case("films, both", average_reciprocal_hit_rate.given(k=10), 292, ["percentile", "permutation"], **DEAR),
    case("next film, both", success_at_k.given(k=10), 292, ["percentile"], **HALF_AS_MANY),
    *(case(f"stars, {how}", rmse_of_users, 300, ["percentile"], **HALF_AS_MANY) for how in ("biases", "factors")),
]
OF_TEXTS = [
    case("dictations, ear", corpus_wer, 30),
    *(case(f"WER of translations, {system}", counted(corpus_wer), 40) for system in SYSTEMS),
    *(case(f"ROUGE-L of translations, {system}", np.mean, 40) for system in OTHER_SYSTEMS),
    *(
        case(f"{dialect} of translations, {one} − {other}", np.mean, 40)
        for dialect, (one, other) in [*CROWNS.items(), *OTHERS.items()]
    ),
    case("ROUGE-Lsum of stories, good", np.mean, 8),
    case("ROUGE-1 of translations, good and negated", counted(corpus_rouge_n), 40, PAIRED),
    *(case(f"METEOR of translations, {system}", counted(corpus_meteor), 40) for system in SYSTEMS),
    case("METEOR of translations, repetitive and good", counted(corpus_meteor), 40, PAIRED),
    case("METEOR of translations, good and negated", counted(corpus_meteor), 40, PAIRED),
    *(case(f"captions weighed by all, {system}", counted(cider_d), 16) for system in CAPTIONS),
    case("captions weighed by all, careful and confused", counted(cider_d), 16, PAIRED),
    case("captions weighed by all, generic and stutter", counted(cider_d), 16, PAIRED),
    *(case(f"chapter 2, cutoff {cutoff}", counted(corpus_perplexity), 33, **HALF_AS_MANY) for cutoff in (1, 2)),
    *(
        case(f"chapter 2, bigrams and unigrams, cutoff {cutoff}", ratio_of_perplexities, 33, **HALF_AS_MANY)
        for cutoff in (1, 3)
    ),
    *(case(f"sentences, {author}", burstiness, 83, **HALF_AS_MANY) for author in ("Carroll", "machine")),
    *(
        case(f"grades and ROUGE-1, {which}", kendall_of_rows, 40, ["percentile"], **DEAR)
        for which in ("all six", "without negated")
    ),
    case("news", kendall, 30, ["percentile"], **DEAR),
    case("news", kendall, 30, ["percentile"], by_groups=False, **DEAR),
    *(case(f"BERTScore of translations, {system}", np.mean, 40, ["percentile"]) for system in OTHER_SYSTEMS),
]
