"""How many inputs are tried: some dozens in the ordinary run, 10,000 with --full."""

from hypothesis import HealthCheck, settings

FULL = settings.get_current_profile_name() == "full"


def many(ordinary: int = 40, full: int = 10_000) -> settings:
    """Settings of a property that is tried with so many inputs."""
    return settings(max_examples=full if FULL else ordinary, suppress_health_check=list(HealthCheck))
