"""The scoring engine: pure functions over what happened at the table.  Standard library only.

What ``__all__`` names is the interface for other programs; ``docs/engine.md`` says how it is used and what
stays the same.  The modules are those of this program.
"""

from .document import Document, load_json, read_document
from .errors import ReadError
from .interface import claim, combo, error_text, report, rules, settle

__all__ = [
    "Document",
    "ReadError",
    "claim",
    "combo",
    "error_text",
    "load_json",
    "read_document",
    "report",
    "rules",
    "settle",
]
