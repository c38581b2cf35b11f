"""Texts for the codes of the engine, in English; a ``translate`` function gives the other languages.

This is the edge: steps, problems and errors become words here and nowhere else.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .cards import JOKER, RANK_NAMES, Card, show_card
from .core import BANK, POT, Outcome, Step, Transfer, Values
from .errors import ReadError
from .words import gettext_noop as _

Translate = Callable[[str], str]

ACCOUNTS: dict[str, str] = {POT: _("pot"), BANK: _("bank")}
"""The accounts that are nobody's."""

LINES: dict[str, tuple[str, str, str]] = {
    "hand.cards": (_("Hand of %(who)s"), "%(total)s", "%(parts)s"),
    "hand.points": (_("Hand of %(who)s, only the sum"), "%(total)s", ""),
    "sum": (_("Together"), "%(total)s", "%(parts)s"),
    "round.nearest": (_("Rounded to %(unit)s, half up"), "→ %(after)s", ""),
    "round.up": (_("Rounded up to %(unit)s"), "→ %(after)s", ""),
    "round.down": (_("Rounded down to %(unit)s"), "→ %(after)s", ""),
    "factor.dobon": (_("Dobon"), "×%(factor)s", ""),
    "factor.eights": (_("8s"), "×%(factor)s", ""),
    "factor.return": (_("Return"), "×%(factor)s", ""),
    "factor.others": (_("For all the others"), "×%(factor)s", ""),
    "factor.summed_twos": (_("2s among the cards added up"), "×%(factor)s", ""),
    "factor.summed_threes": (_("3s among the cards added up"), "×%(factor)s", ""),
    "factor.summed_jokers": (_("Jokers among the cards added up"), "×%(factor)s", ""),
    "factor.own": ("%(name)s", "×%(factor)s", ""),
    "factor.single": (_("Claimed with one card"), "×%(factor)s", ""),
    "factor.drawn": (_("Sum of the cards drawn"), "×%(factor)s", ""),
    "factor.doublings": (_("Doublings of the round"), "×%(factor)s", ""),
    "factor.twos": (_("2s in the winning hand"), "×%(factor)s", ""),
    "factor.jokers": (_("Jokers in the winning hand"), "×%(factor)s", ""),
    "factor.streak": (_("Winning streak"), "×%(factor)s", ""),
    "factor.held": (_("Held jokers"), "×%(factor)s", ""),
    "factor.unit": (_("Points for each unit"), "×%(factor)s", ""),
    "factor.robs": (_("Times robbed: %(count)s"), "×%(factor)s", ""),
    "factor.bomb": (_("Bomb"), "×%(factor)s", ""),
    "factor.big_bomb": (_("Bomb of eight cards"), "×%(factor)s", ""),
    "factor.bombs": (_("Bombs, added"), "×%(factor)s", "%(parts)s"),
    "factor.rocket": (_("Rocket"), "×%(factor)s", ""),
    "factor.spring": (_("Spring"), "×%(factor)s", ""),
    "factor.anti_spring": (_("Anti-spring"), "×%(factor)s", ""),
    "factor.shown": (_("Open hand"), "×%(factor)s", ""),
    "factor.doubled": (_("%(who)s doubled"), "×%(factor)s", ""),
    "bid": (_("Bid"), "%(total)s", ""),
    "base": (_("Starting stake"), "%(total)s", ""),
    "cap": (_("At most, for one payment"), "→ %(after)s", ""),
    "number": (_("Claimed number"), "%(total)s", ""),
    "number.each": (_("Claimed number"), "%(total)s", "%(each)s×%(count)s"),
    "number.combined": (_("Claimed sum of the cards played with %(card)s"), "%(total)s", ""),
    "claimed": (_("Claimed card"), "%(total)s", ""),
    "drawn": (_("Card drawn"), "%(total)s", ""),
    "flat": (_("One unit for each other player"), "%(total)s", ""),
    "unit": (_("Points of a unit"), "×%(each)s", ""),
    "extra": (_("Added at an opening dobon"), "%(total)s", ""),
    "burst": (_("Burst"), "%(total)s", ""),
    "cards.left": (_("Cards left with %(who)s"), "%(total)s", "%(count)s×%(each)s"),
    "cards.more": (_("Cards of %(who)s above the fewest"), "%(total)s", "(%(count)s−%(least)s)×%(each)s"),
    "yaku.dora": (_("Dora"), "+%(yaku)s", ""),
    "yaku.ura": (_("Ura-dora"), "+%(yaku)s", ""),
    "yaku.joker": (_("Jokers"), "+%(yaku)s", ""),
    "yaku.turnup": (_("A joker was turned up first"), "+%(yaku)s", ""),
    "yaku.streak": (_("Winning streak"), "+%(yaku)s", ""),
    "yaku.own": ("%(name)s", "+%(yaku)s", ""),
    "yaku.points": (_("%(yaku)s yaku by the table"), "%(total)s", ""),
    "split": (_("Of the %(total)s of %(who)s, towards the share of %(to)s"), "→ %(after)s", ""),
    "split.left": (_("Of the %(total)s of %(who)s, left over"), "→ %(after)s", ""),
    "rest": (_("Missing for equal shares"), "%(total)s", "%(players)s×%(each)s−%(income)s"),
    "share": (_("Shared by %(players)s"), "→ %(after)s", ""),
    "streak.points": (_("Winning streak"), "+%(total)s", ""),
    "combine.product": (_("Multipliers multiplied"), "×%(total)s", "%(product)s"),
    "combine.sum": (_("Multipliers added"), "×%(total)s", "%(parts)s"),
}
"""Steps of a payment: label, value, and detail of the value."""

TRANSFERS: dict[str, str] = {
    "out.loser": _("for the cards left in the hand"),
    "deckout.loser": _("for the cards left in the hand"),
    "dobon.victim": _("for the claimed card"),
    "dobon.bystander": _("for the cards left in the hand"),
    "return.caller": _("for the returned claim"),
    "adjust.agreed": _("agreed at the table"),
    "opening.others": _("for the opening dobon"),
    "draw.others": _("for the win by drawing"),
    "burst.pays": _("for the burst"),
    "deckout.cards": _("for the cards above the fewest"),
    "deckout.rest": _("what did not divide"),
    "riichi.stick": _("for riichi"),
    "pot.won": _("from the pot"),
    "deal.farmer": _("to the landlord, who won"),
    "deal.landlord": _("by the landlord, who lost"),
}

SENTENCES: dict[str, str] = {
    "claim.unchecked": _("The claim of %(who)s was not checked: the card or the hand is not known."),
    "note.claimed_card": _("The claimed %(card)s is in nobody's hand and counts for nobody."),
    "note.out_card": _(
        "%(who)s went out with the claimed card: the hand is empty, so only the caller's counts."
    ),
    "note.no_return": _("This table plays without return."),
    "note.callers_apart": _("Each caller is paid in full; callers do not pay each other."),
    "note.starter_hand": _(
        "%(who)s started the round and counts as having gone out; that hand is not charged."
    ),
    "note.reason": _("Reason: %(reason)s"),
    "note.first_cancelled": _("The return cancels the first claim."),
    "note.only_first": _("Only the call of %(who)s, the next in turn, is paid."),
    "note.bystander": _("%(who)s neither called nor was claimed, so that hand does not count."),
    "note.opening_cards": _("%(cards)s of %(who)s: 2s and jokers do not double an opening dobon."),
    "note.returned_cards": _("%(cards)s of %(who)s: nothing is doubled, since that claim was returned."),
    "note.counted_once": _("%(count)s cards were played together; the number of %(card)s counts once."),
    "note.streak": _(
        "The streak of %(who)s (wins so far: %(count)s) is not paid for this ending, but goes on."
    ),
    "note.own_yaku": _("%(name)s of %(who)s does not count: only the yaku of who is paid do."),
    "note.no_yaku": _("%(name)s of %(who)s does not count: nothing here is paid by yaku."),
    "note.yaku_end": _(
        "%(who)s has %(yaku)s yaku; the points end at %(most)s yaku, and more are worth the same."
    ),
    "note.doublings": _("Doublings of the round do not count here: these points are fixed."),
    "note.pot_stays": _("The pot stays: it is not won when the stock is used up."),
    "note.cards_unknown": _("The cards of %(who)s are not known, so none of them doubles or makes yaku."),
    "note.eights_unknown": _("Where only the sum is known, 8s cannot be counted."),
    "note.derived_share": _("%(total)s for the cards, shared by %(players)s: %(share)s each."),
    "note.derived_share_up": _(
        "%(total)s for the cards, shared by %(players)s in steps of %(unit)s: %(share)s each; %(who)s, with"
        " the most cards, adds the missing %(rest)s."
    ),
    "note.derived_share_pot": _(
        "%(total)s for the cards, shared by %(players)s in steps of %(unit)s: %(share)s each; the %(rest)s"
        " left over go into the pot."
    ),
    "note.derived_landlord": _("Counted from the plays: %(who)s, the landlord, was out first."),
    "note.derived_farmers": _("Counted from the plays: a farmer was out before %(who)s, the landlord."),
    "note.no_spring": _("It was a spring; this table does not count that."),
    "note.no_anti_spring": _("It was an anti-spring; this table does not count that."),
    "note.no_robs": _("Robs do not count: the landlord is found by bids at this table."),
    "note.no_shown": _("An open hand does not count at this table."),
    "note.no_doubling": _("Declared doublings do not count at this table."),
    "note.no_big_bombs": _("A bomb of eight cards does not count: there is one deck for three players."),
    "note.no_rockets": _("A rocket multiplies nothing at this table."),
    "note.small_bomb": _("The bomb %(shown)s does not count: only those of six or more cards do."),
    "why.nothing": _("These cards make no combination."),
    "why.empty": _("No cards."),
    "why.never_held": _("%(count)s cards; nobody holds more than %(most)s."),
    "why.too_many": _("%(rank)s ×%(count)s: more than there are."),
    "why.rocket_four": _("The rocket is all four jokers at this table."),
    "why.rocket_two": _("The rocket is one small and one big joker."),
    "why.run_two": _("2s and jokers cannot be in a run."),
    "why.run_gap": _("The ranks do not follow one another: %(rank)s is missing."),
    "why.short_sequence": _("A run of single cards needs five ranks; here are %(count)s."),
    "why.short_pairs": _("A run of pairs needs three ranks; here are %(count)s."),
    "why.short_triplets": _("A run of triplets needs two ranks; here is %(count)s."),
    "why.wings_jokers": _("Both jokers cannot be attached together."),
    "why.wings_joker_pair": _("Two jokers cannot be attached as a pair."),
    "why.wings_mixed": _("Attached single cards and pairs cannot be mixed."),
    "why.wings_same": _("Attached cards must be of different ranks."),
    "why.wings_off": _("This table attaches no single cards to triplets, and nothing to four of a rank."),
    "why.wings_number": _(
        "A card or a pair must be attached to each triplet. Triplets here: %(triplets)s;"
        " other cards: %(wings)s."
    ),
    "why.wings_quad": _("Four of a rank take two single cards or two pairs. Other cards here: %(wings)s."),
    "note.twos_unknown": _("Where only the sum is known, 2s cannot be counted."),
    "note.riichi_lapsed": _("The riichi of %(who)s had lapsed, so there are no ura-dora."),
    "note.riichi_holds": _("At this table the riichi of %(who)s holds for the whole round."),
    "note.ranks_unknown": _("Where only the sum is known, 3s and jokers cannot be counted."),
}

PROBLEMS: dict[str, str] = {
    "claim.wrong": _("%(who)s: %(claim)s, not %(target)s"),
    "claim.no_cards": _("%(who)s has no cards and cannot claim."),
    "claim.joker": _("A joker on the table cannot be claimed at this table."),
    "claim.together": _("This table plays one card at a time."),
    "claim.target": _(
        "%(target)s is neither the number of %(card)s nor the total of the cards played together."
    ),
    "claim.total": _(
        "%(target)s is the total of the %(count)s cards played together; this table lets only the number of"
        " one card be claimed."
    ),
    "claim.single": _("%(who)s claims with one card; this table does not allow that."),
    "out.cards_left": _("%(who)s went out but still has cards."),
    "out_card.refused": _("%(who)s went out with this card; this table does not allow dobon on it."),
    "returns.off": _("%(who)s returns the claim, but this table plays without return."),
    "returns.not_victim": _("%(who)s returns the claim without being the claimed player."),
    "returns.once": _("%(who)s returns a return; this table allows one return only."),
    "hand.missing": _("The hand of %(who)s is missing."),
    "deck.too_many": _("%(card)s ×%(count)s: too many for %(decks)s deck(s)."),
    "deck.jokers": _("%(count)s jokers; this table plays with %(jokers)s."),
    "starter.missing": _("Who started the round is not known."),
    "holder.missing": _("Who played the standing card is not known."),
    "card.missing": _("The claimed card is missing."),
    "drawn.missing": _("The card drawn at the end is missing."),
    "doublings.off": _("The round was doubled (%(count)s); this table plays without doublings."),
    "burst.cards": _("%(who)s has %(count)s cards; a full hand has %(needed)s."),
    "riichi.off": _("%(who)s declared riichi; this table plays without it."),
    "riichi.points": _("%(who)s has %(points)s points; riichi needs %(needed)s."),
    "deck.joker": _("This table plays without jokers."),
    "seat.absent": _("%(who)s is not at the table in this round."),
    "seats.absent": _("%(who)s is not at the table."),
    "seats.present": _("%(who)s is at the table already."),
    "pot.short": _(
        "%(points)s are taken out of the pot, which holds %(held)s; the rest comes from the bank."
    ),
    "session.over": _("The session was over before this round."),
    "deal.seats": _("%(fewest)s to %(most)s play this game; at the table: %(count)s."),
    "auction.turn": _("%(who)s called out of turn."),
    "auction.not_higher": _("%(who)s bid %(bid)s, which is not more than %(highest)s."),
    "auction.over": _("%(who)s called after the auction was over."),
    "auction.unfinished": _("The auction was not finished."),
    "play.illegal": _("%(who)s, play %(number)s, %(cards)s: %(why)s"),
    "play.not_higher": _("%(who)s, play %(number)s, %(cards)s: this does not beat the play before."),
    "play.first": _("%(who)s began; the landlord %(landlord)s does."),
    "play.over": _("%(who)s, play %(number)s, %(cards)s: somebody was out already."),
    "play.many": _("%(who)s played %(count)s cards; there were %(most)s in the hand."),
    "play.unfinished": _("%(who)s played last, but cards are left in that hand: %(count)s."),
}

ERRORS: dict[str, str] = {
    "json.text": _("a character that cannot be kept: %(text)s (%(line)s:%(column)s)"),
    "usage.missing": _("missing here: %(names)s"),
    "usage.unknown": _("not known here: %(names)s"),
    "usage.value": _("a value is needed after this"),
    "usage.flag": _("no value may be given here"),
    "usage.bad": _("this cannot be read; --help lists what can be given"),
    "json.bad": _("this is not JSON: %(reason)s (line %(line)s, character %(column)s)"),
    "json.number": _("a number that is none: %(text)s"),
    "json.twice": _('"%(key)s" stands twice in one object'),
    "json.deep": _("nested too deeply"),
    "file.none": _("choose a file, or paste its text"),
    "file.large": _("%(name)s is larger than %(megabytes)s MB"),
    "interrupted": _("interrupted"),
    "output.closed": _("the answer cannot be written: the output is closed or full"),
    "file.unreadable": _("cannot read %(name)s: %(reason)s"),
    "format.version": _("format %(version)s is not known; this program reads format 1"),
    "type.object": _("an object is needed here"),
    "type.list": _("a list is needed here"),
    "type.text": _("a text is needed here"),
    "type.whole": _("a whole number is needed here"),
    "type.flag": _("true or false is needed here"),
    "type.decimal": _('a whole number, or a decimal written as text, is needed here: "0.5"'),
    "key.unknown": _('unknown key "%(key)s" (known: %(known)s)'),
    "key.missing": _('"%(key)s" is missing'),
    "text.long": _("%(length)s characters; at most %(longest)s"),
    "text.control": _("a text with invisible control characters"),
    "decimal.bounds": _("a number above 0 and at most %(high)s is needed here"),
    "whole.bounds": _("%(value)s is not between %(low)s and %(high)s"),
    "game.unknown": _('no game "%(game)s" (known: %(known)s)'),
    "preset.unknown": _('no published variant "%(preset)s" (known: %(known)s)'),
    "kind.unknown": _('this game has no round of kind "%(kind)s" (known: %(known)s)'),
    "player.unknown": _('nobody at this table is called "%(name)s"'),
    "player.twice": _('"%(name)s" stands here twice'),
    "players.count": _("%(count)s players; this game takes %(fewest)s to %(most)s"),
    "rounds.many": _("%(count)s rounds; at most %(most)s"),
    "payments.many": _("more than %(most)s payments in one session"),
    "people.many": _("more than %(most)s people in one session"),
    "name.empty": _("a name is missing"),
    "name.long": _("a name of %(length)s characters; at most %(longest)s"),
    "name.control": _("a name with invisible control characters"),
    "name.reserved": _('"%(name)s" cannot be a name here'),
    "name.twice": _('"%(name)s" is there twice'),
    "card.unknown": _('no card "%(text)s"'),
    "hand.many": _("%(count)s cards; at most %(most)s"),
    "callers.none": _("who called dobon is missing"),
    "victim.caller": _("%(name)s cannot be caller and claimed player at once"),
    "returns.caller": _("%(name)s called and cannot return that claim"),
    "adjust.empty": _("a correction needs at least one payment"),
    "adjust.same": _("%(name)s cannot pay %(name)s"),
    "seats.empty": _("who joins, leaves or swaps is missing"),
    "seats.swap": _("swapping takes two players"),
    "option.choice": _("%(value)s is not one of: %(known)s"),
    "option.whole": _("a whole number is needed here"),
    "option.bounds": _("%(value)s is not between %(low)s and %(high)s"),
    "option.numbers": _("whole numbers apart by blanks are needed here, at most %(most)s"),
    "list.many": _("%(count)s entries; at most %(most)s"),
    "hand.one": _("either points or count is needed here"),
    "victim.winner": _("%(name)s cannot win and pay at once"),
    "deal.replaced": _('"%(key)s" is counted from "%(by)s" and must not be given too'),
    "auction.empty": _("the calls of the auction are missing"),
    "auction.none": _("nobody bid in this auction, so there is no landlord"),
    "auction.bid": _("somebody bid in this auction, so not everybody passed"),
    "plays.none": _("nobody played a card"),
    "play.joker": _("a joker in a play needs its colour: JkB or JkR"),
    "combo.lines": _("either a play, or --lines with a file, is needed here"),
    "conflict.dora": _("dora count as yaku; this table does not pay by yaku"),
    "conflict.streak_yaku": _("a streak paid in yaku needs a table that pays by yaku"),
    "conflict.joker_yaku": _("yaku for jokers need a table that pays by yaku"),
    "conflict.bystanders": _("everybody else can pay for the own hand only where hands are paid for"),
    "conflict.deckout": _("who started can win a used-up stock only where hands are paid for"),
    "conflict.several": _("later calls can be returns only where returns can be returned"),
    "conflict.several_victim": _("later calls can be returns only where anybody may return"),
    "conflict.eights": _("8s in the hands added up can double only where hands are added up"),
    "conflict.twos": _("2s among the cards added up can double only where hands are added up"),
    "conflict.summed": _("3s and jokers among the cards added up can double only where hands are added up"),
    "conflict.yaku_factor": _("yaku can multiply only where they are not turned into points by a table"),
    "conflict.dobon_hands": _("whose hands are paid for can be chosen only where hands are paid for"),
    "conflict.claimed_card": _("the claimed card can be added only where hands are paid for"),
    "conflict.unit_points": _("a unit needs a table that pays a claimed or drawn number, or flat units"),
    "conflict.drawn_factor": _("cards drawn can multiply only where the claimed number alone is paid for"),
    "conflict.burst_pays": _(
        "a burst can cost a claim's worth only where a card drawn at the end is paid for"
    ),
    "conflict.joker_clear": _("nobody goes out at this table, so no joker can double what that costs"),
    "conflict.joker_loss": _("holding jokers can double only where there are jokers"),
    "option.form": _("write it as KEY=VALUE"),
    "code.bad": _("these are not rules that somebody shared"),
    "rules.none": _("this file holds no rules; a saved table is brought in from the start page"),
    "claim.no_play": _("%(game)s has no such play"),
    "claim.none": _("hands claim nothing in %(game)s"),
    "stake.base_below_start": _("the base points (%(base)s) are below the starting points (%(start)s)"),
    "rate.bad_unit": _("a unit of 1 to %(longest)s visible characters is needed here"),
    "rate.no_decimals": _("%(unit)s has no decimals"),
    "settle.not_zero": _("the balances sum to %(sum)s, not to 0"),
}


REASONS: dict[str, str] = {
    "json.value": _("a value is missing"),
    "json.key": _("a name in double quotes is missing"),
    "json.colon": _("a colon is missing"),
    "json.comma": _("a comma or a closing bracket is missing"),
    "json.open": _("a text is not closed"),
    "json.control": _("a line break or control character in a text"),
    "json.escape": _("a backslash that means nothing"),
    "json.extra": _("more follows after the end"),
    "json.other": _("something that does not belong here"),
    "file.missing": _("there is no such file"),
    "file.folder": _("it is a folder"),
    "file.denied": _("reading it is not allowed"),
    "file.code": _("it is no UTF-8 text"),
    "file.closed": _("there is no input"),
    "file.other": _("it cannot be opened"),
}
"""Reasons that an error of ``ERRORS`` names."""

LOST: dict[str, str] = {
    "option": _('"%(rule)s" is not known here; the usual rule is used.'),
    "value": _('%(rule)s: "%(value)s" is not possible here; the usual rule is used.'),
    "conflict": _('%(rule)s: "%(value)s" does not go with the others (%(reason)s); the usual rule is used.'),
    "version": _(
        "Made for version %(then)s of this game. Here it is version %(now)s: the same cards may give other "
        "points."
    ),
    "key": _('"%(rule)s" is not known here and is left out.'),
    "stake": _('Starting points: "%(rule)s" cannot be "%(value)s" here and is left out.'),
}
"""What of a rule set cannot be kept."""

COMBINATIONS: dict[str, str] = {
    "single": _("Single card"),
    "pair": _("Pair"),
    "triplet": _("Triplet"),
    "triplet_single": _("Triplet with a single card"),
    "triplet_pair": _("Triplet with a pair"),
    "sequence": _("Run of single cards"),
    "pair_sequence": _("Run of pairs"),
    "triplet_sequence": _("Run of triplets"),
    "triplet_sequence_singles": _("Run of triplets with single cards"),
    "triplet_sequence_pairs": _("Run of triplets with pairs"),
    "quad_singles": _("Four of a rank with two single cards"),
    "quad_pairs": _("Four of a rank with two pairs"),
    "bomb": _("Bomb"),
    "rocket": _("Rocket"),
}
"""組み合わせ of 闘地主, by type."""


JOKERS: dict[str, str] = {"B": _("small joker"), "R": _("big joker")}
"""小王 and 大王: the black and the red joker."""

LONGEST_QUOTE = 400
"""Most characters of the input that an error repeats."""


@dataclass(frozen=True, slots=True)
class Line:
    """A step in words: what, the cards it is about, the value, and how the value came about."""

    label: str
    value: str
    detail: str = ""
    cards: tuple[Card, ...] = ()


def number(value: int) -> str:
    """A number as people read it: grouped by thousands, with a true minus sign.

    >>> number(-12340)
    '−12,340'
    """
    return f"{value:,}" if value >= 0 else f"−{-value:,}"


def signed(value: int) -> str:
    """A gain or loss.

    >>> signed(400), signed(-330), signed(0)
    ('+400', '−330', '±0')
    """
    return f"+{number(value)}" if value > 0 else number(value) if value else "±0"


def account(name: str, translate: Translate) -> str:
    """A player, or one of the two other accounts in words.

    >>> account("Ben", str), account(POT, str.title)
    ('Ben', 'Pot')
    """
    return translate(ACCOUNTS[name]) if name in ACCOUNTS else name


def card(item: Card, translate: Translate) -> str:
    """A card as people read it; a joker whose colour is known in words.

    >>> card(Card(10, "H"), str), card(Card(JOKER, "B"), str)
    ('♥10', 'small joker')
    """
    if item.rank == JOKER and item.suit in JOKERS:
        return translate(JOKERS[item.suit])
    return show_card(item)


def cards(items: Iterable[Card], translate: Translate) -> str:
    """Cards as people read them, apart by blanks."""
    return " ".join(card(item, translate) for item in items)


class _Words(dict[str, str]):
    """The values of a step, problem or error as texts, each made when a sentence asks for it."""

    def __init__(self, values: Values, translate: Translate) -> None:
        super().__init__()
        self._values, self._translate = values, translate

    def __missing__(self, key: str) -> str:
        if key == "product":
            return "×".join(map(number, self._values["parts"]))
        if key == "claim":
            return claim(self._values)
        return _word(self._values[key], self._translate)


def _word(value: Any, translate: Translate) -> str:
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        held = value and isinstance(value[0], Card)
        return cards(value, translate) if held else "+".join(map(number, value))
    return card(value, translate) if isinstance(value, Card) else str(value)


def claim(values: Values) -> str:
    """A claim as arithmetic.

    >>> claim({"cards": (Card(2), Card(11)), "signs": (1, 1), "operation": "+", "total": 13})
    '2+J=13'
    """
    text = ""
    for sign, card in zip(values["signs"], values["cards"], strict=True):
        joint = values["operation"] if text else ""
        if sign < 0:
            joint = "+" if joint == "−" else "−"
        text += joint + RANK_NAMES[card.rank] if sign else ""
    return f"{text or '0'}={number(values['total'])}"


def sentence(table: dict[str, str], code: str, values: Values, translate: Translate) -> str:
    """The text of ``code`` in ``table`` with its values put in."""
    return translate(table[code]) % _Words(values, translate)


def problem(item: Any, translate: Translate) -> str:
    """An objection in words."""
    values = {"who": item.who, **item.values}
    if "why" in values:
        values["why"] = note(values["why"], translate)
    return sentence(PROBLEMS, item.code, values, translate)


def error(item: ReadError, translate: Translate) -> str:
    """What cannot be read, in words; the place is ``item.where``."""
    values = {key: _quoted(value) for key, value in item.values.items()}
    if "reason" in values:
        values["reason"] = translate(REASONS[str(values["reason"])])
    return sentence(ERRORS, item.code, values, translate)


def lost(item: Any, translate: Translate) -> str:
    """What of a rule set could not be kept, in words."""
    values = {key: _quoted(value) for key, value in item.values.items()}
    if item.spec is not None:
        labels = dict(item.spec.choices)
        values["rule"] = translate(item.spec.label)
        value = str(values.get("value", ""))
        values["value"] = translate(labels[value]) if value in labels else value
    if "reason" in values:
        values["reason"] = translate(ERRORS[str(values["reason"])])
    return translate(LOST[item.code]) % values


def _quoted(value: object) -> object:
    """Something from the input, short enough and plain enough for a line of text."""
    if isinstance(value, list | dict):
        return "{…}" if isinstance(value, dict) else "[…]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not isinstance(value, str):
        return value
    return visible(value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "…")


def visible(text: str) -> str:
    """``text`` in one line: what cannot be printed is written as an escape.

    >>> visible("A\\nB")
    'A\\\\nB'
    """
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


REMARKS = ("note.derived", "note.reason")
"""Notes on how a round came about; all others say what did not count."""


def not_counted(outcome: Outcome) -> tuple[Step, ...]:
    """Notes on what somebody might have expected to count."""
    return tuple(step for step in outcome.notes if not step.code.startswith(REMARKS))


def remarks(outcome: Outcome) -> tuple[Step, ...]:
    """Notes on how the round came about: what was derived from what, and the reason of a correction."""
    return tuple(step for step in outcome.notes if step.code.startswith(REMARKS))


def note(step: Step, translate: Translate) -> str:
    """A note or a claim in words."""
    if step.code in SENTENCES:
        return sentence(SENTENCES, step.code, step.values, translate)
    mark = "✓" if step.values["ok"] else "✗"
    return f"{step.values['who']}: {claim(step.values)} {mark}"


def line(step: Step, translate: Translate) -> Line:
    """A step of a payment in words."""
    label, value, detail = LINES[step.code]
    shown = _Words(step.values, translate)
    return Line(translate(label) % shown, value % shown, detail % shown, step.values.get("cards", ()))


ADDED = (
    *("hand.", "number", "claimed", "flat", "drawn", "extra", "burst", "cards."),
    *("yaku.points", "streak.points", "bid", "base", "rest"),
)
"""Steps whose totals are added up in a payment."""


def told_once(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, tuple[Step, ...]]]:
    """Each payment with those of its steps that no payment before it has told already."""
    told: list[tuple[Step, ...]] = []
    for transfer in transfers:
        parts = [step for step in transfer.steps if step.code.startswith("split")]
        amount = transfer.steps[: len(transfer.steps) - len(parts)]
        known = amount and amount in told
        told += [amount] if amount and not known else []
        yield transfer, tuple(parts) if known else transfer.steps


WORKED_OUT = ("unit", "number.each", "rest")
"""Steps that a formula shows as arithmetic, so that its result has to follow."""


def formula(transfer: Transfer) -> str:
    """A payment as one line of arithmetic, as in ``(54 + 60 = 114 → 110) × 3 = 330``."""
    text, factors = "", ""
    for step in transfer.steps:
        values = step.values
        if step.code.startswith(ADDED):
            text, factors = _joined(text, factors, f" + {_added(step)}"), ""
        elif step.code == "unit":
            text += f" × {number(values['each'])}"
        elif step.code == "sum":
            text += f" = {number(values['total'])}"
        elif step.code.startswith(("round.", "share", "split", "cap")):
            text, factors = _joined(text, factors, _after(step)), ""
        elif step.code.startswith("factor."):
            factors += f" × {values['factor']}"
        elif step.code == "combine.sum":
            factors = f" × ({' + '.join(map(str, values['parts']))})"
    open_end = factors or (transfer.steps and transfer.steps[-1].code in WORKED_OUT)
    return f"{_grouped(text, factors)} = {number(transfer.points)}" if open_end else text


def _added(step: Step) -> str:
    """The points that are added; those of several equal cards or shares as they are worked out."""
    values = {key: number(value) for key, value in step.values.items() if isinstance(value, int)}
    if step.code == "number.each":
        return f"{values['each']} × {values['count']}"
    if step.code == "rest":
        return f"{values['players']} × {values['each']} − {values['income']}"
    return values["total"]


def _after(step: Step) -> str:
    """The points that a payment is rounded, shared or limited to; a limited one is worked out first."""
    product = f" = {number(step.values['total'])}" if step.code == "cap" else ""
    return f"{product} → {number(step.values['after'])}"


def _joined(text: str, factors: str, more: str) -> str:
    return _grouped(text, factors) + more if text else more.removeprefix(" + ")


def _grouped(text: str, factors: str) -> str:
    if factors and " " in text:
        return f"({text}){factors}"
    return text + factors
