"""Pages of a circle's story."""
