"""印: marks and colours, chosen or given."""

from types import SimpleNamespace

import pytest
from django.template import Context, Template

from scorekeeper.present.marks import clusters
from scorekeeper.present.presenter import initial


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("AB", ["A", "B"]),
        ("か\u3099き", ["か\u3099", "き"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("❤️🔥", ["❤️", "🔥"]),
        ("👨‍👩‍👧‍👦x", ["👨‍👩‍👧‍👦", "x"]),
        ("👋🏽👋", ["👋🏽", "👋"]),
        ("🇯🇵🇨🇳", ["🇯🇵", "🇨🇳"]),
        ("7️⃣", ["7️⃣"]),
        ("", []),
    ],
)
def test_grapheme_clusters(text: str, parts: list[str]) -> None:
    assert clusters(text) == parts


def test_initial_is_the_first_grapheme_cluster() -> None:
    assert initial("ben") == "B"
    assert initial("👩🏽‍🚀 Ann") == "👩🏽‍🚀"


@pytest.mark.parametrize(
    ("signs", "size", "html"),
    [
        ("あ", "", '<i class="mark seat-3" aria-hidden="true">あ</i>'),
        ("あ", ' "s"', '<i class="mark seat-3 s" aria-hidden="true">あ</i>'),
        ("Bé", "", '<i class="mark seat-3" aria-hidden="true"><span class="pair">Bé</span></i>'),
        ("👩🏽‍🚀", "", '<i class="mark seat-3" aria-hidden="true">👩🏽‍🚀</i>'),
        ("<", "", '<i class="mark seat-3" aria-hidden="true">&lt;</i>'),
        ("<&", "", '<i class="mark seat-3" aria-hidden="true"><span class="pair">&lt;&amp;</span></i>'),
    ],
)
def test_html_of_a_mark(signs: str, size: str, html: str) -> None:
    template = Template("{% mark who" + size + " %}")
    assert template.render(Context({"who": SimpleNamespace(mark=signs, color=3)})) == html
