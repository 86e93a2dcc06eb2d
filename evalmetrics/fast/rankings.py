"""Scores of many rankings at once, a row each: how many positives and negatives have each score, the highest first."""

import numpy as np


def roc_auc(positives, negatives):
    """`roc_auc` of each row."""
    below = negatives.sum(-1, keepdims=True) - negatives.cumsum(-1) + negatives / 2
    return np.einsum("ij,ij->i", positives, below) / (positives.sum(-1) * negatives.sum(-1))


def average_precision(positives, negatives):
    """`average_precision` of each row; precision above the first example is 0/0, and meets no positives."""
    found = positives.cumsum(-1)
    precision = found / np.maximum(found + negatives.cumsum(-1), np.finfo(float).tiny)
    return np.einsum("ij,ij->i", positives, precision) / found[:, -1]
