"""Catalogues are complete, correct and compiled."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.texts import CONTEXT
from scorekeeper.scoring.words import translator

APP, ENGINE = map(Path, settings.LOCALE_PATHS)
"""Texts that both use are only in the engine's catalogues."""
LANGUAGES = [translation.to_locale(code) for code, _name in settings.LANGUAGES]
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")

MARKS = re.compile(r"(?:n?p?gettext(?:_lazy|_noop)?|_)")
QUOTED = r"""u?'(?:\\.|[^'\\])*'|u?"(?:\\.|[^"\\])*\""""
MARKED = re.compile(rf"\b{MARKS.pattern}\(")
CALL = re.compile(rf"\b{MARKS.pattern}\((?:{QUOTED}|[^()'\"])*\)", re.DOTALL)

Key = tuple[str | None, str]


@pytest.fixture(name="folder", params=[APP, ENGINE], ids=["app", "engine"])
def _folder(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def catalogue_of(folder: Path, language: str) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


def of_both(language: str) -> list[polib.POEntry]:
    return [entry for folder in (APP, ENGINE) for entry in entries(catalogue_of(folder, language))]


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def content(catalogue: list[polib.POEntry]) -> dict[Key, list[str]]:
    return {(entry.msgctxt, entry.msgid): texts(entry) for entry in catalogue}


def keys(catalogue: list[polib.POEntry]) -> set[Key]:
    return set(content(catalogue))


@cache
def entries(catalogue: Path) -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete]


def marked(source: str) -> Iterator[Key]:
    """The texts marked in Python source, with their contexts."""
    tree = ast.parse(source) if MARKED.search(source) else ast.Module([], [])
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        words = [
            one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
        if words and MARKS.fullmatch(name):
            yield (words[0], words[1]) if "pgettext" in name else (None, words[0])


@cache
def marked_in(folder: Path) -> frozenset[Key]:
    """The texts marked in the Python files of a folder."""
    files = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return frozenset(key for text in files for key in marked(text))


SENTENCE = re.compile(r"\{% p\b[^%]*%\}(.*?)\{% endp %\}", re.DOTALL)
HEADING = re.compile(r'\{% chapter "\w+" "([^"]*)" %\}')
"""Texts that the tags of the rule book translate."""


def marked_in_template(source: str) -> Iterator[Key]:
    for text in (*SENTENCE.findall(source), *HEADING.findall(source)):
        yield None, " ".join(text.split())
    for call in CALL.finditer(templatize(source)):
        yield from marked(call[0])


@cache
def in_use() -> set[Key]:
    result = set(marked_in(settings.BASE_DIR / "scorekeeper"))
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        result.update(marked_in_template(path.read_text(encoding="utf-8")))
    return result


@cache
def wanted(folder: Path) -> set[Key]:
    """The texts that the catalogues of a folder need: the engine's, or all others."""
    engine = set(marked_in(ENGINE.parent))
    return engine if folder == ENGINE else in_use() - engine


def of_games(catalogue: Path) -> set[Key]:
    """The texts with a game as context, as pairs of game and text."""
    return {(entry.msgctxt, entry.msgid) for entry in entries(catalogue) if entry.msgctxt in RULESETS}


def test_catalogues_have_every_text_in_use_and_no_other(folder: Path) -> None:
    """The texts of games replace some of these; what Chinese lacks of them would be Japanese."""
    english, japanese, chinese = (catalogue_of(folder, code) for code in ("en", "ja", "zh_Hans"))
    for catalogue in (japanese, chinese):
        assert keys(entries(catalogue)) - of_games(catalogue) == wanted(folder), catalogue
        assert {(None, text) for _game, text in of_games(catalogue)} <= wanted(folder), catalogue
    assert of_games(japanese) == of_games(chinese)
    assert keys(entries(english)) == of_games(english)
    assert {(None, text) for _game, text in of_games(english)} <= wanted(folder)
    assert [entry.msgid for entry in entries(english) if entry.msgid == entry.msgstr] == []


def test_the_engine_uses_no_text_of_the_app() -> None:
    asked: set[str] = set()

    def heard(text: str) -> str:
        asked.add(text)
        return text

    for path in (settings.BASE_DIR / "tests" / "scoring" / "cases").glob("*/*.json"):
        report(read_document(json.loads(path.read_text(encoding="utf-8"))["document"]), heard)
    plain = {text for text in asked if CONTEXT not in text}
    assert len(plain) > 100
    assert plain & {text for context, text in wanted(APP) if context is None} == set()


def test_the_terminal_uses_no_text_of_the_engine() -> None:
    # before Django is there, it looks into the catalogues of the app alone
    said = marked_in(ENGINE.parents[1] / "server")
    assert said
    assert not said & wanted(ENGINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_complete_and_compiled_and_share_no_text(language: str) -> None:
    assert len(of_both(language)) == len(keys(of_both(language)))
    for entry in of_both(language):
        assert not entry.fuzzy, entry.msgid
        assert all(text.strip() or text == entry.msgid for text in texts(entry)), entry.msgid
        placeholders = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        assert all(set(PLACEHOLDER.findall(text)) == placeholders for text in texts(entry)), entry.msgid
    for folder in (APP, ENGINE):
        catalogue = catalogue_of(folder, language)
        compiled = polib.mofile(str(catalogue.with_suffix(".mo")))
        assert content(compiled) == content(entries(catalogue)), folder


@pytest.mark.parametrize(("language", "text"), [("ja", "黒ジョーカー"), ("zh-hans", "小王")])
def test_django_reads_the_catalogue_of_the_engine(language: str, text: str) -> None:
    with translation.override(language):
        assert translation.gettext("small joker") == translator(language)("small joker") == text


COLON = r"[\u3040-\u30ff\u4e00-\u9fff]:(?!//)"
GIVEN_UP = {
    "ja": (
        *("かです。", "前の席の人", "銀行", "山切れ", "先番", "場の札", "最初の札", "1枚札", "前の席"),
        *("競りの宣言", "はじめの画面", "この端末", "仲間から外れ"),
        *("宣言した人", r"(?<!場)札を出した人", r"(?<!ドボン)(?<!どてんこ)(?<!返)された人"),
        "^した人$",
        *("晩", "もう一回", "お開き", "取り込", "もとメンバー", "プログラム用の鍵", "^鍵", "まとめ出し"),
        *("点数に足す(?:札|手札)", "1あたり", "勝者の", "ほかの人数分", "席のない人に見せる", "分けました"),
        *("さいきん", "くらべ", "いっしょ", "戻", "きざみ|刻み", "ブラウザー", "コンピューター"),
        "(?:卓|リンク|ページ|コード|キー)を作(?!成)",
        r"(?:札|カード)の数(?!字)",  # how many cards there are; what a card shows is 数字
        COLON,
    ),
    "zh_Hans": (
        *("银行", "头名奖", "收藏", "清手", "喊牌者", "首张翻开", "打出那张牌的人", "下家最近者"),
        *("点炮者", "打出者", "打出牌的人", "先喊的", "喊 Dobon 的人", "被喊的人", "^喊牌$"),
        *("夜场", "夜晚", "晚上", "今晚的", "记分板", "汇率", "输出", "夺冠", "再来一场", "重新开桌"),
        *("喊中", "反中", "开局喊牌", "(反喊|反击|后喊|付分|收分|得分|离桌)者", "离席", "停用", "群组"),
        *("[得失]分局", "座位运(?!气)", "更改记录", "程序用的密钥", "您", r"(?<!第)[1-9][局桌晚次人笔]"),
        COLON,
    ),
    "en": (
        "taken back",
        "Take back",
        "Put back",
        "put back",
        "Four of a rank",
        "apart by blanks",
        "layer of th(at|e|e claimed) card(?! on)",
        r"\bVictim\b",
        r"\b[Ee]vening",
        r"\b[Bb](?:ring|rought) in\b",
        r"\bsession\b",
        "Hand-yaku",
        "[Kk]eys? for programs",
        r'"%\(',  # quotes are curly
    ),
}
"""Terms that were replaced (``scorekeeper/locale/README.md``), and wrong punctuation."""


@pytest.mark.parametrize("language", GIVEN_UP)
def test_one_thing_has_one_name(language: str) -> None:
    result = of_both(language)
    lines = [text for entry in result for text in texts(entry)]
    if language == "en":
        lines += [text for _context, text in in_use()]
    assert [text for text in lines for word in GIVEN_UP[language] if re.search(word, text)] == []


def test_separators_are_translated_in_one_place() -> None:
    # a dot between words is the catalogue's, in scripts that of the page
    text = re.compile(r"""\{% translate (["']) · \1 %\}|_\(" · "\)""")
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        assert not set("·・") & set(text.sub("", path.read_text(encoding="utf-8"))), path
    for path in (settings.BASE_DIR / "static" / "js").rglob("*.js"):
        assert not re.search(r"""join\(["'] ?[·・]""", path.read_text(encoding="utf-8")), path
