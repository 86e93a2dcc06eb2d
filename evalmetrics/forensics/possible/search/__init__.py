"""How questions are decided: matrices of two classes counted, choices of folds and classes proved or found."""
