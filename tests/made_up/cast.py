"""Who the people of the made-up circle are, what they say, and which rules they like, in each language."""

from collections.abc import Mapping
from dataclasses import dataclass

REGULARS, GUESTS = 6, 3
"""People who meet, and those who look in now and then."""

SKILL = (93, 82, 74, 66, 88, 55, 70, 45, 78)
"""How often of a hundred each of them sees what can be done, the regulars first; then again."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in one language: names, titles of evenings by month and order, names of kept rules.

    ``kept`` are by the keys of ``BOOKS``.
    """

    circle: str
    people: tuple[str, ...]
    evenings: Mapping[int, str]
    kept: Mapping[str, str]
    agreed: str


WORDS: Mapping[str, Words] = {
    "ja": Words(
        "金曜会",
        ("あき", "けんじ", "美咲", "ひろ", "ゆうこ", "大輔", "まこと", "れい", "トム"),
        {1: "新年会", 4: "お花見の夜", 8: "夏休み", 12: "忘年会"},
        {
            "returns": "返しあり",
            "chain": "川越・返しの返し",
            "jokers": "ジョーカー4枚",
            "spring": "スプリング2倍",
        },
        "ドボンの勘違い",
    ),
    "en": Words(
        "Friday cards",
        ("Anna", "Ben", "Clara", "David", "Emma", "Frank", "Grace", "Hugo", "Iris"),
        {1: "New Year", 4: "Cherry blossom", 8: "Summer holidays", 12: "Year’s end"},
        {
            "returns": "With returns",
            "chain": "Returns of returns",
            "jokers": "Four jokers",
            "spring": "Spring ×2",
        },
        "Called by mistake",
    ),
    "zh-hans": Words(
        "周五牌局",
        ("小明", "建国", "晓雯", "志强", "丽华", "文静", "阿杰", "小周", "汤姆"),
        {1: "新年聚会", 4: "赏花之夜", 8: "暑假", 12: "年末聚会"},
        {"returns": "可反喊", "chain": "连续反喊", "jokers": "四张王", "spring": "春天×2"},
        "喊错了",
    ),
}


@dataclass(frozen=True, slots=True)
class Book:
    """Rules that the circle plays by: house rules and maybe 配給点 and a rate, as JSON.

    ``preset`` names a published variant; ``kept`` says that the circle keeps the rules under a name.
    """

    key: str
    game: str
    options: Mapping[str, object]
    preset: str = ""
    stake: Mapping[str, object] | None = None
    rate: Mapping[str, object] | None = None
    kept: bool = False


def _yen(per_point: str, round_to: int) -> dict[str, object]:
    return {"unit": "円", "per_point": per_point, "round_to": round_to}


BOOKS: tuple[Book, ...] = (
    Book("gamble", "gamble", {}, stake={"start": 300}, rate=_yen("0.5", 10)),
    Book("returns", "gamble", {"returns": "on"}, rate=_yen("0.5", 10), kept=True),
    Book("twos", "gamble", {}, preset="twos-double", stake={"start": 1000}),
    Book("kawagoe", "kawagoe", {}, rate=_yen("1", 10)),
    Book("chain", "kawagoe", {"returns": "chain", "return_by": "anyone"}, kept=True),
    Book("teyaku", "teyaku", {}, stake={"start": 5000, "base": 6000}, rate=_yen("0.1", 10)),
    Book("jokers", "teyaku", {"jokers": 4}, stake={"start": 5000}, kept=True),
    Book("dotenko", "dotenko", {}),
    Book("number", "dotenko", {}, preset="number-times-rate", rate=_yen("0.5", 10)),
    Book("doudizhu", "doudizhu", {}),
    Book("spring", "doudizhu", {"spring": "double"}, rate=_yen("10", 10), kept=True),
)
"""All rules that the circle plays by."""


def people(language: str, count: int) -> list[str]:
    """So many names; where there are more people than names, they come again with a number."""
    names = WORDS[language].people
    return [names[number % len(names)] + _again(number // len(names)) for number in range(count)]


def _again(times: int) -> str:
    return str(times + 1) if times else ""
