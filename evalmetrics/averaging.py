"""One F from many classes: divide then average (macro, weighted), or add up then divide (micro); by examples, too."""

from .inputs import label_sets
from .metric import mean_of, of_added_classes, of_sums, of_values
from .precision_recall import above_0, f_of_counts, f_score, precision, recall


@of_values(f_score, checks={"beta": above_0})
def macro_f_score(f):
    """Plain mean of the classes' F-beta: every class counts the same.

    It can lie below both the mean precision and the mean recall. One undefined class makes the mean undefined unless
    `zero_division` says otherwise.

    Source: Opitz and Burst (2019), Macro F1 and Macro F1; Manning, Raghavan and Schuetze (2008), section 13.6.

    >>> round(macro_f_score(["a", "a", "b", "b"], ["a", "b", "b", "b"]), 4)
    0.7333
    """
    return f.mean(0)


@of_values(f_score, checks={"beta": above_0})
def weighted_f_score(f, observed):
    """Mean of the classes' F-beta, each weighted by how often the class was observed.

    It need not lie between mean precision and mean recall. One undefined class makes the mean undefined unless
    `zero_division` says otherwise.

    >>> round(weighted_f_score(["a", "b", "b", "b"], ["a", "a", "b", "b"]), 4)
    0.7667
    """
    return (f * observed).sum(0) / observed.sum(0)


@of_added_classes(once_defined=f_of_counts, checks={"beta": above_0})
def micro_f_score(tp, fn, fp, beta=1.0):
    """F-beta of the class-versus-rest tables added up: every example counts the same.

    labels : sequence of labels, optional
        The classes whose tables are added up, by default all. Over all classes of single-label data the result
        is the accuracy; leaving one out (a background class, say) makes it a score of its own.

    >>> y_true, y_pred = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    >>> micro_f_score(y_true, y_pred), round(micro_f_score(y_true, y_pred, labels=["a"]), 4)
    (0.75, 0.6667)
    """
    p, r = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


@of_values(precision, recall, checks={"beta": above_0})
def f_of_macro_averages(p, r, beta=1.0):
    """F-beta of the mean precision and the mean recall: the other score called macro F.

    Never below `macro_f_score` where that is defined, and between the two means.

    zero_division : float, default nan
        Stands for each 0/0: the precision of a class never predicted, the recall of one never observed,
        and F itself where both means are 0.

    >>> round(f_of_macro_averages(["a", "a", "b", "b"], ["a", "b", "b", "b"]), 4)
    0.7895
    """
    p, r = p.mean(0), r.mean(0)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


def all_right(y_true, y_pred):
    """Whether an example has the very labels that it was given."""
    return (y_true == y_pred).all(-1)


@mean_of(all_right, inputs=label_sets.two_sets, at_once=True)
def subset_accuracy(right, examples):
    """Share of examples whose set of predicted labels is the observed one: no label missing, none too many.

    >>> subset_accuracy([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sun"}])
    0.5
    """
    return right / examples


def wrong_labels(y_true, y_pred):
    """How many labels of an example are missing or too many, and how many labels there are."""
    return (y_true != y_pred).sum(-1), y_true.shape[-1]


@of_sums(wrong_labels, inputs=label_sets.two_sets, at_once=True)
def hamming_loss(wrong, decisions):
    """Share of all decisions, one for each example and label, that are wrong.

    Each label that nobody has and nobody predicts makes it smaller. Of k labels, k times the loss is how many labels
    an example has wrong on average.

    >>> hamming_loss([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sun"}])
    0.25
    """
    return wrong / decisions


def precision_of_example(y_true, y_pred):
    """Of the labels that an example was given, the share that it has."""
    return (y_true & y_pred).sum(-1) / y_pred.sum(-1)


@mean_of(precision_of_example, inputs=label_sets.two_sets, at_once=True, zero_division=True)
def example_precision(precisions, examples):
    """Mean over examples: of the labels that one was given, the share that it has.

    >>> example_precision([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sea", "sun"}])
    0.75
    """
    return precisions / examples


def recall_of_example(y_true, y_pred):
    """Of the labels that an example has, the share that it was given."""
    return (y_true & y_pred).sum(-1) / y_true.sum(-1)


@mean_of(recall_of_example, inputs=label_sets.two_sets, at_once=True, zero_division=True)
def example_recall(recalls, examples):
    """Mean over examples: of the labels that one has, the share that it was given.

    >>> example_recall([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sea", "sun"}])
    0.75
    """
    return recalls / examples


def f_of_example(y_true, y_pred, beta=1.0):
    """F-beta of the labels that an example has and was given, in its count form: 0 where they share none."""
    both = (y_true & y_pred).sum(-1)
    return (1 + beta**2) * both / (beta**2 * y_true.sum(-1) + y_pred.sum(-1))


@mean_of(f_of_example, inputs=label_sets.two_sets, at_once=True, zero_division=True, checks={"beta": above_0})
def example_f_score(f, examples):
    """Mean over examples of F-beta: each example counts the same, however many labels it has.

    F of an example is 0 where it was given none of its labels, and 0/0 where it has none and was given none.

    >>> round(example_f_score([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sea", "sun"}]), 4)
    0.6667
    """
    return f / examples


def jaccard_of_example(y_true, y_pred):
    """Of the labels that an example has or was given, the share that is both."""
    return (y_true & y_pred).sum(-1) / (y_true | y_pred).sum(-1)


@mean_of(jaccard_of_example, inputs=label_sets.two_sets, at_once=True, zero_division=True)
def example_jaccard(shares, examples):
    """Mean over examples: of the labels that one has or was given, the share that is both.

    Never above `example_f_score`.

    >>> example_jaccard([{"sea", "sun"}, {"sun"}], [{"sea"}, {"sea", "sun"}])
    0.5
    """
    return shares / examples
