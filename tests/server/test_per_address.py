from scorekeeper.server.ratelimit import PerAddress

HOUSE, HOTEL = ("192.0.2.1",), ("2001:db8:1:2::/64", "2001:db8:1::/48")


def crowd(*guests: tuple[str, tuple[str, ...]]) -> PerAddress[str]:
    made: PerAddress[str] = PerAddress()
    for name, networks in guests:
        made.add(name, networks)
    return made


def test_the_oldest_of_those_who_are_most_goes_first() -> None:
    here = crowd(("a", HOUSE), ("b", HOTEL), ("c", HOTEL))
    assert (here.oldest_of_most(), here.most()) == ("b", 2)
    here.discard("b")
    here.discard("b")
    here.add("d", HOUSE)
    assert here.oldest_of_most() == "a"
    assert (len(here), "a" in here, "b" in here) == (3, True, False)


def test_networks_of_one_provider_are_most_together() -> None:
    rooms = [(f"room {net}", (f"2001:db8:1:{net}::/64", "2001:db8:1::/48")) for net in range(3)]
    here = crowd(("a", HOUSE), ("b", HOUSE), *rooms)
    assert here.oldest_of_most() == "room 0"


def test_full_for_whom() -> None:
    """A /64 has room for 2, the /48 for 8."""
    here = crowd(*((f"{net} {n}", (f"n{net}::/64", "n::/48")) for net in range(4) for n in range(2)))
    assert here.is_full(("n0::/64", "n::/48"), 2)
    assert here.is_full(("n9::/64", "n::/48"), 2)
    assert not here.is_full(("n9::/64", "m::/48"), 2)
    assert not here.is_full((), 2)


def test_nothing_is_left_of_who_went() -> None:
    here = crowd(("a", HOTEL))
    here.discard("a")
    assert (here.most(), here.oldest_of_most(), here.count(HOTEL[0]), here._held) == (0, None, 0, {})
