"""Hostile inputs."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

CASES = sorted((Path(__file__).parents[1] / "scoring" / "cases").glob("*/*.json"))

TEXTS = (
    *("", " ", "\0", "\x07", "\x7f", "\ufeff", "\u202e", "\u200d", "\ufffd", "\n"),
    *("a\r\nSet-Cookie: x=1", "日本", "🂡"),
    *("x" * 21, "x" * 61, "x" * 201, "x" * 5000, "é" * 300, "\u0301" * 40, "ﷺ" * 40, "ß" * 31, "İ" * 31),
    *("'; DROP TABLE play_round; --", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'),
    "{{ 7*7 }}",
    *("%s%n", "%(name)s", "{0}", "${x}", "../../etc/passwd"),
    *("null", "None", "true", "[]", "{}", "NaN", "inf"),
    *("-1", "0", "1", "1e9", "0x10", "²", "٣", "½", "1_000"),
    *("9" * 9, "9" * 30, "-" + "9" * 30, "9" * 5000, "1.5", str(2**31), str(2**63), str(2**64)),
    *("A", "K " * 20, "2 J", "♠2 ♥10", "joker", "pot", "bank", "0:1:5:", ":::"),
    *("kept.x", "code.x", "preset.x", "kept.\0"),
    *("ok", "no", "confirm", "ask", "preview", "undo", "/", "//evil.test/"),
)
"""Texts for any field: huge, odd, of other languages and alphabets, out of range."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [{}], {"": ""}, 0, 1, -1, 10**9, 10**9 + 1, 10**18, 1.5, -0.0),
    *("", "A", "pot", "bank", "joker", "x" * 300, "\x00", "\ud800", "日本", "🂡", "\u202e", {"points": 10**6}),
    *({"points": -1}, {"count": 216}, {"count": 10**7}, ["A"] * 30, ["joker"] * 20, [None]),
    {"points": 1, "count": 1},
)
"""Values for any place of a document."""


def document(random: Random) -> Any:
    """A whole evening with a few places changed."""
    made = json.loads(random.choice(CASES).read_text(encoding="utf-8"))
    return spoil(made.get("document", made), random)


def spoil(data: Any, random: Random) -> Any:
    """Some data with a few places changed."""
    made = deepcopy(data)
    for _ in range(random.randint(1, 4)):
        _spoil(made, random)
    return made


def _spoil(data: Any, random: Random) -> None:
    """Descend to a random place, and change it."""
    node: Any = data
    while keys := list(node) if isinstance(node, dict) else list(range(len(node))):
        key = random.choice(keys)
        inner = node[key]
        if not isinstance(inner, (dict, list)) or not inner or random.random() < 0.3:
            _change(node, key, random)
            return
        node = inner


def _change(node: Any, key: Any, random: Random) -> None:
    """Delete the value, double it, or replace it by a neighbour's or another one."""
    match random.randrange(5):
        case 0:
            del node[key]
        case 1 if isinstance(node, list):
            node.insert(key, deepcopy(node[key]))
        case 1:
            node[f"{key} "] = deepcopy(node[key])
        case 2:
            node[key] = deepcopy(random.choice(list(node.values()) if isinstance(node, dict) else node))
        case _:
            node[key] = deepcopy(random.choice(VALUES))


def fields(form: dict[str, list[str]], random: Random) -> dict[str, list[str]]:
    """A form as a page has it, with a few of its fields changed, left out, doubled, or taken from others."""
    made = {name: list(values) for name, values in form.items()}
    for _ in range(random.randint(1, 5)):
        name = random.choice([*made, *made, "action", "revision", "key", f"x{random.choice(TEXTS)}"])
        way = random.random()
        if way < 0.1:
            made.pop(name, None)
        elif way < 0.2:
            made[name] = [*made.get(name, []), random.choice(TEXTS)] * random.choice([1, 2, 30])
        elif way < 0.3:
            made[name] = made[random.choice([*made])] if made else []
        else:
            made[name] = [random.choice(TEXTS)]
    return made


HEADERS = {
    "cookie": (
        *("device=", 'device="', "device=\xff", "csrftoken=x"),
        *("a=b; " * 200, "messages=x", "django_language=\x7f"),
    ),
    "accept-language": ("", "*", "zh", "xx-yy", "a" * 600, "ja;q=x", "en-" * 300, "\xff", "zh-hans,ja;q=0"),
    "hx-request": ("true", "false", "\xff"),
    "hx-current-url": ("x", "http://[", "https://%zz/"),
    "sent-by": ("outbox", "pads", "page", "\xff", "x" * 900),
    "user-agent": ("", "iPhone", "\xff" * 50, "bot", "x" * 3000),
    "x-forwarded-for": ("", "x", "::1", "1.2.3.4, 5", "[::", "9" * 500),
    "x-forwarded-proto": ("https", "x"),
    "referer": ("x", "http://[", "https://evil.test/"),
}
"""Headers that something reads."""


def headers(random: Random) -> dict[str, str]:
    """A few headers, mostly none."""
    names = random.sample(list(HEADERS), random.choice([0, 0, 0, 1, 2, 4]))
    return {name: random.choice(HEADERS[name]) for name in names}


KINDS = (
    *("application/x-www-form-urlencoded",) * 12,
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=unicode_escape",
    "application/x-www-form-urlencoded; charset=none",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
    "\xff/\xff",
)
"""Types of a body, mostly that of a form."""
