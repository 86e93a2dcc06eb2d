"""What a metric can be made of, one file a kind: a matrix, classes, sums, a ranking, weights, or samples.

kind        what a metric was declared to be made of; it knows how to count and how to score
statistics  the numbers that are counted in one example; those of different examples add up
total       the sum of the statistics without rounding, so that parts of a data set give the digits of the whole
context     what the statistics of all parts have to be counted with: options, a centre, document frequencies
settled     of options: checked, and completed with the defaults of those that were not given
stack       an array whose last axis holds many data sets, which a definition scores in one call
canonical   of examples: in a form that is equal for all that count as one and the same
parts       of a metric: the functions that it is made of; of a data set: pieces that never meet in one memory
"""
