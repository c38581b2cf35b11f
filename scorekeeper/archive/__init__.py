"""控え: a whole circle as one file, out and in."""
