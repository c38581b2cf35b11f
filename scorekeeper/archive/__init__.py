"""控え: a whole circle as one file; start reading at ``exporting``, then ``uploads`` and ``importing``."""
