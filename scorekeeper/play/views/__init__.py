"""One view for each address: find, read, one service call, render."""
