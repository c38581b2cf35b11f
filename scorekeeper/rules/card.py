"""ルールカード: every house rule of a table with what it is set to, and the titles of its sources."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.games.book import shown_value
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.ruleset import Ruleset

from .forms import at_home

SOURCES: Mapping[str, str] = {
    "000": "【パーティーゲーム】ギャンブル・ドボンのすすめ (2016)",
    "001": "川越高校のドボンルール(1990年思い出し)",
    "002": "手役ドボンのルールと戦術 > 選択ルール",
    "003": "どてんこ-戦略が必要なトランプカードゲーム「どてんこ」のやり方解説",
    "004": "『闘地主(Dou Dizhu)(BGA)』の遊び方・魅力をご紹介!",
    "rule-keisan": "penpenso.com, page1/rule-keisan.html",
    "pagat4": "pagat.com, 斗地主 (4)",
    "jj": "gateway.jvac.cn, JJ斗地主 (tu/2006438.html)",
    "joker128": "joker128.com, 斗地主",
    "tencent": "mj.yulinonline.com, 斗地主 (ddz/756.html)",
    "superddz": "超级斗地主",
    "heshicaihao": "github.com/heshicaihao/landlord",
    "rlcard": "github.com/datamllab/rlcard",
    "dobon-wiki": "ja.wikipedia.org, ドボン",
    "dobon-shu": "github.com/shu-yusa/Dobon",
    "dobon-aoitele": "github.com/aoitele/Dobon",
    "dobon-mone": "github.com/mone-d/dobon",
    "dobon-dotenko": "github.com/tktk0330/DotenkoV2",
    "dobon-blog": "blog.goo.ne.jp/sepurainnole, 2009-07-31",
    "dobon-react": "ドボン (GitHub, React)",
    "dobon-uno": "ドボンUNO (GitHub)",
    "dobon-celestia": "celestia358.luxe/744",
    "dobon-docchin": "28.hatenablog.com/entry/28, どっちん",
    "dobon-standard": "sf.airnet.ne.jp/ts/dobon, 標準化委員会 4.3",
}
"""What the field ``source`` of a game or house rule stands for: the titles of the texts."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule on the rule card; ``sources`` are keys of ``SOURCES``."""

    label: str
    value: str
    help: str
    sources: tuple[str, ...]
    usual: str = ""


Groups = list[tuple[str, list[RuleLine]]]


def rule_lists(ruleset: Ruleset, options: Options) -> tuple[Groups, Groups, list[RuleLine]]:
    """Every house rule: the game's own and those it could borrow, by their headings, and those that differ.

    A rule that differs from the game's usual one stands among those only.
    """
    own: dict[str, list[RuleLine]] = {}
    borrowable: dict[str, list[RuleLine]] = {}
    differing = []
    for spec in house_rules.specs(type(options)):
        value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
        line = _rule_line(spec, value, usual)
        if line.usual:
            differing.append(line)
            continue
        groups = own if at_home(spec, ruleset) else borrowable
        groups.setdefault(gettext(spec.group), []).append(line)
    return list(own.items()), list(borrowable.items()), differing


def _rule_line(spec: Spec, value: object, usual: object) -> RuleLine:
    sources = tuple(spec.source.replace(",", " ").split())
    differs = shown_value(spec, usual) if value != usual else ""
    return RuleLine(gettext(spec.label), shown_value(spec, value), gettext(spec.help), sources, differs)
