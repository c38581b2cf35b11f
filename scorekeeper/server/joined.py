"""Modules that are served as parts of the one that needs them: fewer requests, and fewer bytes."""

import re
from collections.abc import Callable, Iterable

JOINED = {
    "js/pad/actions.js": (
        *("js/pad/lay.js", "js/pad/state.js", "js/pad/view.js"),
        *("js/pad/changes.js", "js/pad/choices.js"),
    ),
    "js/deal/deal.js": ("js/deal/turns.js", "js/deal/plays.js"),
    "js/entry/form.js": ("js/entry/preview.js",),
}
"""By the module that pages load: its parts, each after those that it imports. Nobody else imports them, all
lie in one folder, and no name is given twice at the top of them or among what they import."""
PARTS = frozenset(part for parts in JOINED.values() for part in parts)

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)


def join_modules(name: str, read: Callable[[str], str]) -> str:
    """The text of a module with its parts before it, and each import of others written once."""
    texts = {part: read(part) for part in (*JOINED.get(name, ()), name)}
    inside = {f"./{part.rpartition('/')[2]}" for part in texts}
    wanted: dict[str, dict[str, None]] = {}
    for text in texts.values():
        for names, source in IMPORT.findall(text):
            if source not in inside:
                wanted.setdefault(source, {}).update(dict.fromkeys(_split(names)))
    bodies = [IMPORT.sub("", text) for text in texts.values()]
    heads = [f'import {{ {", ".join(names)} }} from "{source}";\n' for source, names in wanted.items()]
    return "".join([*heads, *(EXPORT.sub("", body) for body in bodies[:-1]), bodies[-1]])


def _split(names: str) -> Iterable[str]:
    return filter(None, (name.strip() for name in names.split(",")))
