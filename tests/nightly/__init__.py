"""What takes hours, root or programs of the system: run with `bash tests/run.sh --full`."""
