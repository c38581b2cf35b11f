"""控え: a whole circle as one file; ``exporting``, ``uploads`` and ``importing`` in this order."""
