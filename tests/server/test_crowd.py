from scorekeeper.server.crowd import Crowd, Known

HOUSE, HOTEL = ("192.0.2.1",), ("2001:db8:1:2::/64", "2001:db8:1::/48")


def crowd(*guests: tuple[str, tuple[str, ...]]) -> Crowd[str]:
    made: Crowd[str] = Crowd()
    for name, networks in guests:
        made.add(name, networks)
    return made


def test_the_oldest_of_those_who_are_most_goes_first() -> None:
    here = crowd(("a", HOUSE), ("b", HOTEL), ("c", HOTEL))
    assert (here.first_to_go(), here.most()) == ("b", 2)
    here.discard("b")
    here.discard("b")
    here.add("d", HOUSE)
    assert here.first_to_go() == "a"
    assert (len(here), "a" in here, "b" in here) == (3, True, False)


def test_networks_of_one_provider_are_most_together() -> None:
    rooms = [(f"room {net}", (f"2001:db8:1:{net}::/64", "2001:db8:1::/48")) for net in range(3)]
    here = crowd(("a", HOUSE), ("b", HOUSE), *rooms)
    assert here.first_to_go() == "room 0"


def test_who_is_here_already_keeps_its_place() -> None:
    here = crowd(("a", HOUSE), ("b", HOUSE), ("a", HOUSE))
    assert here.first_to_go() == "a"


def test_full_for_whom() -> None:
    """A /64 has room for 2, the /48 for 8."""
    here = crowd(*((f"{net} {n}", (f"n{net}::/64", "n::/48")) for net in range(4) for n in range(2)))
    assert here.full(("n0::/64", "n::/48"), 2) == "n0::/64"
    assert here.full(("n9::/64", "n::/48"), 2) == "n::/48"
    assert here.full(("n9::/64", "m::/48"), 2) is None
    assert here.full((), 2) is None


def test_nothing_is_left_of_who_went() -> None:
    here = crowd(("a", HOTEL))
    here.discard("a")
    assert (here.most(), here.first_to_go(), here.count(HOTEL[0]), here._by) == (0, None, 0, {})


def test_so_many_keys_are_known() -> None:
    known = Known(2)
    for key in ("a", "b", "a", "c"):
        known.add(key)
    assert [key in known for key in "abc"] == [True, False, True]


def test_a_key_keeps_the_number_it_was_given_last() -> None:
    known = Known(2)
    known.add("a", 7)
    known.add("a")
    assert (known.get("a"), known.get("b")) == (7, 0)
