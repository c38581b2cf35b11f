"""Published variants: named sets of house rules over one of the games.

A preset holds only values of house rules that everybody can set, and maybe a stake.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .dobon.family import DOTENKO, GAMBLE, PLAIN
from .dobon.options import DobonOptions
from .options import Options, Value, dump
from .ruleset import Ruleset
from .settlement import Stake
from .words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Preset:
    """A published variant, with English texts."""

    key: str
    title: str
    line: str  # the variant in one sentence
    source: str  # a key of ``sources.SOURCES``
    ruleset: Ruleset
    rules: Options  # all house rules
    stake: Stake | None = None  # where the source names one

    @property
    def game(self) -> str:
        return self.ruleset.key

    @property
    def options(self) -> dict[str, Value]:
        return dump(self.rules, self.ruleset.defaults)


def presets_of(ruleset: Ruleset) -> list[Preset]:
    return [preset for preset in PRESETS.values() if preset.game == ruleset.key]


def matching_preset(ruleset: Ruleset, options: Options) -> Preset | None:
    """The published variant with just these house rules, if there is one."""
    if options == ruleset.defaults:
        return None
    return next((preset for preset in presets_of(ruleset) if preset.rules == options), None)


_PRESETS = (
    Preset(
        "claimed-card",
        _("Both hands and the claimed card"),
        _("The claimed player pays both hands and the claimed card, at face value."),
        "dobon-wiki",
        GAMBLE,
        replace(PLAIN, claimed_card="counted", two_cards="four"),
    ),
    Preset(
        "twos-double",
        _("Hands added up, 2s double"),
        _("Both hands and the claimed card; every 2 among them and every call doubles."),
        "dobon-shu",
        GAMBLE,
        DobonOptions(
            claimed_card="counted",
            bystanders="nothing",
            dobon_factor=2,
            twos="summed",
            returns="chain",
            return_by="anyone",
            return_factor=2,
            several="returns",
            single_claim="refused",
            ace_value=10,
            two_value=2,
            round_unit=1,
        ),
        Stake(1000, end_on_bust=True, bust="below"),
    ),
    Preset(
        "number-times-rate",
        _("Claimed number × rate"),
        _("The claimed number times the rate, whatever the hands are; every return doubles."),
        "003",
        DOTENKO,
        replace(DOTENKO.defaults, unit_points=10, burst_points=100),
    ),
    Preset(
        "number-times-drawn",
        _("Claimed number × cards drawn"),
        _("The claimed number times the cards drawn; one card and a return double."),
        "dobon-aoitele",
        DOTENKO,
        replace(
            DOTENKO.defaults,
            aces="one",
            joker_claim="plus_minus",
            joker_card="number",
            two_cards="sum_difference",
            several="shared",
            share_unit=10,
            returns="on",
            drawn_factor="on",
            single_factor=2,
            table_doublings="on",
            face_value=10,
            round_unit=10,
            round_to="up",
            round_where="payment",
            burst="off",
        ),
    ),
    Preset(
        "drawn-card",
        _("Drawn card, doubled"),
        _("A card is drawn for the points; aces, reshuffles, returns and more double them."),
        "dobon-mone",
        DOTENKO,
        replace(
            DOTENKO.defaults,
            amount="drawn",
            two_cards="four",
            more_cards="one_operation",
            aces="one",
            joker_claim="uncounted",
            jokers=0,
            table_doublings="on",
            burst_cards=14,
            burst_pays="drawn",
        ),
    ),
    Preset(
        "bottom-card",
        _("Bottom card × rate"),
        _("The last card of the stock times the rate; returns leave the amount as it is."),
        "dobon-dotenko",
        DOTENKO,
        replace(
            DOTENKO.defaults,
            amount="drawn",
            unit_points=10,
            return_factor=1,
            table_doublings="on",
            special_cards="D3=30 S3 C3",
            cap=1000,
            burst_cards=7,
            burst_pays="drawn",
        ),
        Stake(rounds=10),
    ),
    Preset(
        "flat-units",
        _("Flat units"),
        _("The claimed player pays one unit for each other player, whatever the cards are."),
        "dobon-blog",
        GAMBLE,
        DobonOptions(
            amount="flat",
            bystanders="nothing",
            dobon_factor=1,
            returns="on",
            return_factor=2,
            burst="on",
            burst_points=1,
            deckout="nogame",
            round_unit=1,
        ),
    ),
    Preset(
        "penalty-added",
        _("Penalty points, multipliers added"),
        _("The losers count their own hands; multipliers are added and applied once."),
        "rule-keisan",
        GAMBLE,
        DobonOptions(
            paid_to="bank",
            dobon_hands="payer",
            dobon_factor=1,
            twos="instead",
            threes="instead",
            joker_factor="summed",
            yaku_factor="on",
            streak="factor",
            streak_paid="wins",
            claimed_again="on",
            combine="each",
            ace_value=15,
            seven_value=50,
            eight_value=20,
            nine_value=15,
            joker_value=25,
            jokers=2,
            round_unit=1,
        ),
    ),
    Preset(
        "penalty-points",
        _("Penalty points, lowest wins"),
        _("Losers count their own hands, the claimed player twice; 2s and 8s count 20."),
        "dobon-react",
        GAMBLE,
        DobonOptions(
            paid_to="bank",
            dobon_hands="payer",
            dobon_factor=2,
            two_value=20,
            eight_value=20,
            round_unit=1,
        ),
    ),
    Preset(
        "everybodys-hands",
        _("Everybody's hands"),
        _("The claimed player pays everybody's hands and the claimed card; a return turns it round."),
        "dobon-uno",
        GAMBLE,
        replace(PLAIN, dobon_hands="all", claimed_card="counted", returns="on"),
    ),
    Preset(
        "losers-hands",
        _("Each loser's own hand"),
        _("Every loser pays the winner for their own hand, however the round ended."),
        "dobon-celestia",
        GAMBLE,
        DobonOptions(dobon_hands="payer", dobon_factor=1, two_value=2, round_unit=1),
    ),
    Preset(
        "twenty-rounds",
        _("Twenty rounds"),
        _("Two jokers that count nothing, and twenty rounds."),
        "dobon-standard",
        GAMBLE,
        DobonOptions(jokers=2),
        Stake(rounds=20),
    ),
)
PRESETS: Mapping[str, Preset] = {preset.key: preset for preset in _PRESETS}
