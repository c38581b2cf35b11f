"""Tests that take hours, or need root or system programs: run with `bash tests/run.sh --full`."""
