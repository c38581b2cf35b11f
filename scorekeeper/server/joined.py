"""Modules that are served as parts of another one: fewer requests, and fewer bytes.

On a weak line every request costs a round trip, and six share what there is: so small modules that
almost always come together are one file, and no file is so large that a page waits for it alone.
"""

import re
from collections.abc import Callable, Iterable
from posixpath import dirname, join, normpath, relpath

JOINED = {
    "js/tools.js": ("js/offline/store.js",),
    "js/pad/state.js": ("js/cards.js", "js/pad/lay.js", "js/pad/changes.js"),
    "js/pad/actions.js": ("js/pad/view.js", "js/pad/choices.js"),
    "js/deal/deal.js": ("js/cards.js", "js/deal/turns.js", "js/deal/plays.js"),
    "js/entry/form.js": ("js/entry/preview.js",),
}
"""By the module that is served: its parts, each after those that it imports. No name is given twice at the
top of them or among what they import, and none of the parts imports anything later."""
WHOLES = {part: whole for whole, parts in reversed(JOINED.items()) for part in parts}
"""By each part the module that others have it from: the first, if it is in several."""

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)


def parts_of(name: str) -> tuple[str, ...]:
    """A module with its parts, itself the last."""
    return (*JOINED.get(name, ()), name)


def join_modules(name: str, read: Callable[[str], str]) -> str:
    """The text of a module with its parts before it, and what is imported from others written once."""
    texts = {part: read(part) for part in parts_of(name)}
    wanted: dict[str, dict[str, None]] = {}
    for part, text in texts.items():
        for names, source in IMPORT.findall(text):
            file = resolve(part, source, name)
            if file != name:
                wanted.setdefault(_path(name, file), {}).update(dict.fromkeys(_split(names)))
    heads = [f'import {{ {", ".join(names)} }} from "{path}";\n' for path, names in wanted.items()]
    return "".join([*heads, *(IMPORT.sub("", text) for text in texts.values())])


def resolve(part: str, source: str, whole: str) -> str:
    """The file that is served with what a part of a module imports: that module itself, if it has it."""
    file = normpath(join(dirname(part), source))
    return whole if file in parts_of(whole) else WHOLES.get(file, file)


def _path(name: str, file: str) -> str:
    """The way from one module to another, as imports have it."""
    path = relpath(f"/{file}", f"/{dirname(name)}")
    return path if path.startswith(".") else f"./{path}"


def _split(names: str) -> Iterable[str]:
    return filter(None, (name.strip() for name in names.split(",")))
