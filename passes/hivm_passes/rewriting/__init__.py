"""The greedy pattern rewrite driver and the folds every normalising pass runs."""
