"""Write the CycloneDX list of what the app ships: packages, vendored scripts, fonts.

python -m tests.supply.parts [FILE]

Without FILE it is the one that is kept. The same parts always give the same bytes, so no moment stands in it.
"""

import hashlib
import json
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.dependency import Dependency
from cyclonedx.model.license import DisjunctiveLicense, License, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from tests.supply import pins

LICENCES = pins.ROOT / "scorekeeper/server/licences.md"
KEPT = pins.ROOT / "scorekeeper/server/parts.cdx.json"


@dataclass(frozen=True)
class Kept:
    """Files of others that lie in the repository: a folder or a file, and what is said of it."""

    path: str
    what: str
    version: str
    licence: str

    def files(self) -> list[Path]:
        """What is shipped of it, without its licence."""
        whole = pins.ROOT / self.path
        return [whole] if whole.is_file() else sorted(whole.glob("*.js"))


def _rows() -> Iterator[list[str]]:
    for line in LICENCES.read_text().splitlines():
        if line.startswith("| `"):
            yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def licences() -> dict[str, str]:
    """The licence of each package, as the page of licences has it."""
    return {row[0]: row[1] for row in _rows() if len(row) == 2}


def kept() -> list[Kept]:
    """The files of others, as the page of licences has them."""
    return [Kept(*row[:4]) for row in _rows() if len(row) > 2]


def _licence(text: str) -> License:
    """One licence by its name, or an expression of several."""
    return LicenseExpression(text) if " " in text else DisjunctiveLicense(id=text)


def _packages(path: Path, scope: ComponentScope) -> Iterator[Component]:
    known = licences()
    for pin in pins.read(path):
        if pin.name not in known:
            raise LookupError(f"{LICENCES.relative_to(pins.ROOT)} names no licence of {pin.name}")
        url = PackageURL("pypi", name=pin.name, version=pin.version)
        yield Component(
            name=pin.name,
            version=pin.version,
            bom_ref=url.to_string(),
            purl=url,
            scope=scope,
            licenses=[_licence(known[pin.name])],
        )


def _file(path: Path) -> Component:
    name = path.relative_to(pins.ROOT).as_posix()
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    return Component(
        type=ComponentType.FILE,
        name=name,
        bom_ref=f"file:{name}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=found)],
    )


def _kept(each: Kept) -> Component:
    from_npm = each.path.startswith("static/vendor/")
    return Component(
        name=each.what,
        version=each.version,
        bom_ref=each.path,
        purl=PackageURL("npm", name=each.what, version=each.version) if from_npm else None,
        scope=ComponentScope.REQUIRED,
        licenses=[_licence(each.licence)],
        components=[_file(path) for path in each.files()],
    )


def components() -> list[Component]:
    """Everything that is shipped; what only PostgreSQL needs is optional."""
    found = {part.name: part for part in _packages(pins.POSTGRESQL, ComponentScope.OPTIONAL)}
    found |= {part.name: part for part in _packages(pins.RUNTIME, ComponentScope.REQUIRED)}
    return [*found.values(), *map(_kept, kept())]


def _dependencies(root: Component, parts: list[Component]) -> Iterator[Dependency]:
    """What needs what; the app itself needs what it asks for by name, and the files that it keeps."""
    by_name = [*pins.wanted(pins.RUNTIME), *pins.wanted(pins.POSTGRESQL)]
    asked = {canonicalize_name(each.name) for each in by_name}
    packages = {part.name: part for part in parts if part.purl and part.purl.type == "pypi"}
    direct = [part for part in parts if part.name not in packages or part.name in asked]
    yield Dependency(ref=root.bom_ref, dependencies=[Dependency(ref=part.bom_ref) for part in direct])
    for part in packages.values():
        found = [packages[name].bom_ref for name in pins.needs(part.name) & packages.keys() - {part.name}]
        yield Dependency(ref=part.bom_ref, dependencies=[Dependency(ref=ref) for ref in found])


def parts_list() -> str:
    """The list as CycloneDX 1.6 in JSON."""
    parts = components()
    root = Component(
        type=ComponentType.APPLICATION,
        name="scorekeeper",
        bom_ref="scorekeeper",
        licenses=[DisjunctiveLicense(id="MIT")],
    )
    bom = Bom(components=parts, dependencies=_dependencies(root, parts), serial_number=uuid.UUID(int=0))
    bom.metadata.component = root
    said = json.loads(JsonV1Dot6(bom).output_as_string())
    del said["metadata"]["timestamp"]
    said["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(said, sort_keys=True))}"
    return json.dumps(said, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else KEPT).write_text(parts_list())
