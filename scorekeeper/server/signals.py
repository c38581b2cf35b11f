"""Turns SIGTERM, and the end of the terminal, into KeyboardInterrupt."""

import signal


def stop_in_order() -> None:
    """Let SIGTERM and SIGHUP do what Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:  # it is ignored under nohup
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))
