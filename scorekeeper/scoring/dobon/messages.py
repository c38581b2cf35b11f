"""English texts of the codes of the dobon family, and the description of a round."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ..core import Outcome
from ..messages import Messages, Phrase, StepText
from ..reading import Hand
from ..words import gettext_noop as _
from ..words import ngettext_noop as ngettext
from .claims import course_of
from .endings import ENDINGS
from .facts import Round
from .options import DobonOptions

HAND = _("%(who)s's hand %(gives)s")
CARDS_LEFT = _("%(count)s cards × %(each)s points")
CARDS_MORE = _("(%(count)s cards − fewest %(least)s)")
POINTS = _("%(by)s points")
YAKU = _("%(gives)s yaku")

MESSAGES = Messages(
    steps={
        "hand.cards": StepText(_("%(who)s's hand"), HAND),
        "hand.points": StepText(_("%(who)s's hand, only the sum: %(gives)s"), HAND),
        "hand.none": StepText(_("%(who)s has no cards left: %(gives)s"), HAND),
        "round.nearest": StepText(_("%(first)s rounded to the nearest %(unit)s (halves up)")),
        "round.up": StepText(_("%(first)s rounded up to a multiple of %(unit)s")),
        "round.down": StepText(_("%(first)s rounded down to a multiple of %(unit)s")),
        "limit": StepText(_("At most %(by)s for one payment"), _("at most %(gives)s")),
        "factor.dobon": StepText(_("Dobon ×%(times)s"), _("dobon %(times)s")),
        "factor.eights": StepText(_("8s of %(whose)s ×%(times)s"), _("(8s → %(times)s)")),
        "factor.return": StepText(_("Return ×%(times)s"), _("return %(times)s")),
        "factor.returns": StepText(_("%(count)s returns ×%(times)s"), _("(%(count)s returns → %(times)s)")),
        "factor.others": StepText(_("For all %(by)s others"), _("others %(by)s")),
        "factor.summed_twos": StepText(_("2s among the cards added up ×%(times)s"), _("(2s → %(times)s)")),
        "factor.summed_threes": StepText(_("3s among the cards added up ×%(times)s"), _("(3s → %(times)s)")),
        "factor.summed_jokers": StepText(
            _("Jokers among the cards added up ×%(times)s"), _("(jokers → %(times)s)")
        ),
        "factor.own": StepText(_("Yaku “%(name)s” ×%(times)s"), _("“%(name)s” %(times)s")),
        "factor.single": StepText(_("Claimed with one card ×%(times)s"), _("one card %(times)s")),
        "factor.drawn": StepText(_("Sum of the cards drawn ×%(times)s"), _("drawn %(times)s")),
        "factor.doublings": StepText(_("Doublings of the round ×%(times)s"), _("(doublings → %(times)s)")),
        "factor.twos": StepText(_("2s of %(whose)s ×%(times)s"), _("(2s → %(times)s)")),
        "factor.jokers": StepText(_("Jokers of %(whose)s ×%(times)s"), _("(jokers → %(times)s)")),
        "factor.streak": StepText(_("Winning streak ×%(times)s"), _("streak %(times)s")),
        "factor.claimed": StepText(_("%(whose)s was claimed again ×%(times)s"), _("claimed again %(times)s")),
        "factor.held": StepText(_("Jokers held by %(whose)s ×%(times)s"), _("(held jokers → %(times)s)")),
        "combine.sum": StepText(_("Multipliers added")),
        "combine.times": StepText(_("All multipliers ×%(by)s")),
        "number": StepText(_("Claimed number %(gives)s"), _("number %(gives)s")),
        "number.joker": StepText(_("Claimed joker, here the number %(gives)s"), _("joker %(gives)s")),
        "number.each": StepText(
            _("Claimed number %(first)s on %(by)s cards"),
            _("number %(first)s × %(by)s cards"),
            _("%(first)s × %(by)s"),
        ),
        "number.combined": StepText(
            _("Claimed sum of the cards played with %(card)s: %(gives)s"), _("number %(gives)s")
        ),
        "claimed": StepText(_("Claimed card"), _("claimed card %(gives)s")),
        "drawn": StepText(_("Card drawn"), _("drawn card %(gives)s")),
        "flat": StepText(_("One unit for each other player: %(gives)s"), _("others %(gives)s")),
        "unit": StepText(_("Points of a unit: %(by)s"), _("unit %(by)s")),
        "extra": StepText(_("Added at an opening dobon: %(gives)s"), _("opening %(gives)s")),
        "cards.left": StepText(
            _("Cards left with %(who)s: %(count)s, %(each)s points each"), CARDS_LEFT, CARDS_LEFT
        ),
        "cards.more": StepText(_("Cards of %(who)s %(count)s, the fewest %(least)s"), CARDS_MORE, CARDS_MORE),
        "cards.each": StepText(_("%(by)s points a card"), POINTS, POINTS),
        "yaku.dora": StepText(_("Dora: %(gives)s"), _("dora %(gives)s")),
        "yaku.ura": StepText(_("Ura-dora: %(gives)s"), _("ura-dora %(gives)s")),
        "yaku.joker": StepText(_("Jokers: %(gives)s"), _("jokers %(gives)s")),
        "yaku.turnup": StepText(_("A joker was turned up first: %(gives)s"), _("joker turned up %(gives)s")),
        "yaku.streak": StepText(_("Winning streak: %(gives)s"), _("streak %(gives)s")),
        "yaku.own": StepText(_("Yaku “%(name)s”: %(gives)s"), _("“%(name)s” %(gives)s")),
        "yaku.none": StepText(_("No yaku: %(gives)s"), YAKU, YAKU),
        "yaku.sum": StepText(_("Together %(gives)s yaku"), YAKU, YAKU),
        "yaku.points": StepText(_("%(first)s yaku by the table: %(gives)s points")),
        "income": StepText(_("All that is paid for cards: %(gives)s"), _("for all cards %(gives)s")),
        "split.share": StepText(_("Shared by %(by)s, in steps of %(unit)s"), _("winners %(by)s")),
        "split.paid": StepText(_("Paid to %(who)s already: %(gives)s"), _("to %(who)s %(gives)s")),
        "split.paid.left": StepText(_("Still to be paid")),
        "split.got": StepText(_("Paid by %(who)s already: %(gives)s"), _("by %(who)s %(gives)s")),
        "split.got.left": StepText(_("Still missing from the share")),
        "split": StepText(_("At most what %(to)s is still owed: %(by)s"), _("for %(to)s %(gives)s")),
        "rest.shares": StepText(_("Equal shares for %(by)s"), _("winners %(by)s")),
        "rest": StepText(_("Minus everything paid for cards: %(by)s"), _("for all cards %(by)s")),
        "share.callers": StepText(
            _("Shared by %(by)s, rounded up to a multiple of %(unit)s"), _("winners %(by)s")
        ),
        "share": StepText(_("Shared by %(by)s, rounded up to a multiple of %(unit)s"), _("payers %(by)s")),
        "streak.points": StepText(
            _("Winning streak %(first)s, %(by)s points each"),
            _("streak %(first)s × %(by)s points"),
            _("%(first)s × %(by)s"),
        ),
        "riichi.stick": StepText(_("Riichi stick: %(gives)s"), _("riichi %(gives)s")),
        "pot.before": StepText(_("In the pot from before: %(gives)s"), _("pot from before %(gives)s")),
        "pot.sticks": StepText(
            _("Riichi in this round: %(first)s, %(by)s points each"),
            _("riichi %(first)s × %(by)s points"),
            _("%(first)s × %(by)s"),
        ),
        "pot.share": StepText(
            _("Shared by %(by)s, rounded down to a multiple of %(unit)s"), _("winners %(by)s")
        ),
    },
    transfers={
        "return.caller": _("for the returned claim"),
        "riichi.stick": _("for declaring riichi"),
        "pot.won": _("from the pot"),
    },
    notes={
        "claim.unchecked": _("The claim of %(who)s was not checked: the card or the hand is not known."),
        "note.claimed_card": _("The claimed %(card)s is in nobody's hand and counts for nobody."),
        "note.out_card": _(
            "%(who)s went out with the claimed card: the hand is empty, so only the caller's counts."
        ),
        "note.no_return": _("This table plays without return."),
        "note.callers_apart": _("Each caller is paid in full; callers do not pay each other."),
        "note.callers_share": _(
            "The callers share what one of them would get; callers do not pay each other."
        ),
        "note.starter_hand": _(
            "%(who)s started the round and counts as having gone out; that hand is not charged."
        ),
        "note.first_cancelled": _("The claim of %(who)s does not count: the return of %(by)s cancels it."),
        "note.return_cancelled": _("The return of %(who)s does not count: the return of %(by)s cancels it."),
        "note.only_first": _(
            "The call of %(who)s is not paid: only that of %(first)s, the next in turn, is."
        ),
        "note.opening_cards": _("%(cards)s of %(who)s: 2s and jokers do not double an opening dobon."),
        "note.returned_cards": _("%(cards)s of %(who)s: nothing is doubled, since that claim was returned."),
        "note.paying_cards": _("%(cards)s of %(who)s: only 2s and jokers of the winning hand double."),
        "note.paying_eights": _("%(cards)s of %(who)s: only 8s of the player being paid double."),
        "note.idle_eights": _("%(cards)s of %(who)s: only 8s in the hands that are added up double."),
        "note.idle_hand": _("%(who)s's hand does not count: for this ending nobody pays for it."),
        "note.no_joker": _("%(who)s holds no joker, so that hand doubles nothing."),
        "note.returned_yaku": _("%(cards)s of %(who)s make no yaku, since that claim was returned."),
        "note.held_jokers": _("%(cards)s of %(who)s: held jokers do not double this ending."),
        "note.turnup_draw": _(
            "The joker turned up first makes a yaku for a dobon, not for a win by drawing."
        ),
        "note.turnup_unknown": _("The first card turned up was not entered, so no dora count."),
        "note.bottom_unknown": _("The bottom card of the stock was not entered, so %(who)s has no ura-dora."),
        "note.own_number": _(
            "%(number)s was claimed, but what is paid is the number of the card on top, %(card)s."
        ),
        "note.last_drawn": _("Of the cards drawn only the last, %(card)s, counts."),
        "note.penalty_once": _("Penalty points are lost once, however many have called."),
        "note.jokers_left": _("%(cards)s of %(who)s: jokers do not count as cards left."),
        "note.jokers_once": _("%(who)s has %(count)s jokers; they double once, like a single one."),
        "note.no_dora": _("A joker was turned up, so there are no dora in this round."),
        "note.no_riichi": _("%(cards)s of %(who)s: ura-dora count only after riichi."),
        "note.suit_unsaid": _(
            "How many of %(who)s's cards without a suit are %(suit)s was not entered: none count."
        ),
        "note.pot_waits": _("The pot stays: nobody has won this round."),
        "note.counted_once": _("%(count)s cards were played together; the number of %(card)s counts once."),
        "note.streak": _(
            "The streak of %(who)s (wins so far: %(count)s) is not paid for this ending, but goes on."
        ),
        "note.own_yaku": _("%(name)s of %(who)s does not count: only yaku of the player being paid do."),
        "note.own_one": _("%(name)s of %(who)s is worth %(yaku)s and multiplies nothing."),
        "note.no_yaku": _("%(name)s of %(who)s does not count: nothing here is paid by yaku."),
        "note.yaku_end": _(
            "%(who)s has %(yaku)s yaku; the points end at %(most)s yaku, and more are worth the same."
        ),
        "note.doublings": _("Doublings of the round do not count here: these points are fixed."),
        "note.pot_stays": _("The pot stays: it is not won when the stock is used up."),
        "note.pot_nearest": _("The pot goes to %(who)s alone, the next in turn among the winners."),
        "note.pot_small": _(
            "The pot (%(points)s) stays: shared by %(players)s in steps of %(unit)s nothing is left for each."
        ),
        "note.level": _("Everybody has the same number of cards (%(count)s), so nobody pays."),
        "note.fewest": _("%(who)s has the fewest cards (%(count)s) and loses nothing."),
        "note.void": _("A used-up stock is a no-game at this table: nothing that was entered counts."),
        "note.practice": _("The first round is for practice at this table: nothing that was entered counts."),
        "note.no_streak": _("The first round begins no streak at this table."),
        "note.swapped": _("%(card)s was drawn: those who would be paid pay instead."),
        "note.no_special": _("The suit of the %(card)s drawn was not entered, so it is no special card."),
        "note.full_hand": _("%(who)s has %(count)s cards: the hand is full."),
        "note.not_declared": _("%(who)s did not declare riichi in this round, so nothing could lapse."),
        "note.pot_before": _(
            "The %(points)s that were in the pot before stay there: without riichi nobody wins them."
        ),
        "note.cards_unknown": _("The cards of %(who)s are not known, so none of them doubles or makes yaku."),
        "note.eights_unknown": _("Where only the sum is known, 8s cannot be counted."),
        "note.derived_share": _("%(total)s for the cards, shared by %(players)s: %(share)s each."),
        "note.derived_share_up": _(
            "%(total)s for the cards, shared by %(players)s in steps of %(unit)s: %(share)s each;"
            " %(who)s, with the most cards, adds the missing %(rest)s."
        ),
        "note.derived_share_pot": _(
            "%(total)s for the cards, shared by %(players)s in steps of %(unit)s: %(share)s each;"
            " the %(rest)s left over go into the pot."
        ),
        "note.twos_unknown": _("Where only the sum is known, 2s cannot be counted."),
        "note.riichi_lapsed": _("The riichi of %(who)s had lapsed, so there are no ura-dora."),
        "note.riichi_holds": _("At this table the riichi of %(who)s holds for the whole round."),
        "note.riichi_void": _(
            "Riichi of %(who)s ×%(count)s is void: declared with no points left, it costs nothing and gives"
            " no ura-dora."
        ),
        "note.dealer_open": _("All but the caller have lost: the table decides who deals next."),
        "note.ranks_unknown": _("Where only the sum is known, 3s and jokers cannot be counted."),
    },
    problems={
        "claim.wrong": _("%(who)s: %(claim)s, not %(target)s"),
        "claim.no_cards": _("%(who)s has no cards and cannot claim."),
        "claim.joker": _("A joker on the table cannot be claimed at this table."),
        "claim.together": _("This table plays one card at a time."),
        "claim.target": _(
            "%(target)s is neither the number of %(card)s nor the total of the cards played together."
        ),
        "claim.total": _(
            "%(target)s is the total of the %(count)s cards played together; this table lets only the"
            " number of one card be claimed."
        ),
        "claim.single": _("%(who)s claims with one card; this table does not allow that."),
        "out_card.refused": _("%(who)s went out with this card; this table does not allow dobon on it."),
        "returns.off": _("%(who)s returns the claim, but this table plays without return."),
        "returns.not_victim": _("%(who)s returns the claim without being the claimed player."),
        "returns.once": _("%(who)s returns a return; this table allows one return only."),
        "hand.missing": _("The hand of %(who)s is missing."),
        "deck.jokers": _("%(count)s jokers; this table plays with %(jokers)s."),
        "starter.missing": _("Who started the round is not known."),
        "holder.missing": _("Who played the card on the table is not known."),
        "card.missing": _("The claimed card is missing."),
        "drawn.missing": _("The card drawn at the end is missing."),
        "doublings.off": _("The round was doubled (%(count)s); this table plays without doublings."),
        "suits.bounds": _("%(who)s's hand cannot hold %(suit)s ×%(count)s; possible: %(least)s–%(most)s."),
        "suits.cards": _("%(who)s's hand has %(cards)s cards, but %(count)s by their suits."),
        "riichi.off": _("%(who)s declared riichi; this table plays without it."),
        "riichi.points": _("%(who)s has %(points)s points; riichi needs %(needed)s."),
        "deck.joker": _("This table plays without jokers."),
    },
    parts={
        "caller": _("Caller"),
        "returner": _("Returner"),
        "victim": _("Claimed player"),
        "winner": _("won"),
    },
    handless=frozenset(
        {
            *("claim.joker", "claim.together", "claim.target", "claim.total"),
            *("returns.off", "returns.not_victim", "returns.once", "riichi.off", "riichi.points"),
            *("starter.missing", "holder.missing", "card.missing", "doublings.off"),
        }
    ),
    errors={
        "callers.none": _("the caller is missing"),
        "victim.caller": _("%(name)s cannot be caller and claimed player at once"),
        "returns.caller": _("%(name)s called and cannot return that claim"),
        "victim.winner": _("%(name)s cannot win and pay at once"),
        "conflict.dora": _("dora count as yaku; this table does not pay by yaku"),
        "conflict.streak_yaku": _("a streak paid in yaku needs a table that pays by yaku"),
        "conflict.joker_yaku": _("yaku for jokers need a table that pays by yaku"),
        "conflict.bystanders": _("others can pay for their own hands only where hands are paid for"),
        "conflict.deckout": _("the starter can win a used-up stock only where hands are paid for"),
        "conflict.several": _("later calls can be returns only where returns can be returned"),
        "conflict.several_victim": _("later calls can be returns only where anybody may return"),
        "conflict.several_shared": _(
            "penalty points are counted once however many call, so callers have nothing to share"
        ),
        "conflict.special_cards": _("special cards need a table where a card is drawn at the end"),
        "conflict.eights": _("8s in the hands added up can double only where hands are added up"),
        "conflict.twos": _("2s among the cards added up can double only where hands are added up"),
        "conflict.summed": _(
            "3s and jokers among the cards added up can double only where hands are added up"
        ),
        "conflict.yaku_factor": _("yaku can multiply only where they are not turned into points by a table"),
        "conflict.dobon_hands": _("whose hands are paid for can be chosen only where hands are paid for"),
        "conflict.claimed_card": _("the claimed card can be added only where hands are paid for"),
        "conflict.unit_points": _("a unit needs a table that pays a claimed or drawn number, or flat units"),
        "conflict.drawn_factor": _(
            "cards drawn can multiply only where the claimed number alone is paid for"
        ),
        "conflict.burst_pays": _(
            "a burst can cost a claim's worth only where a card drawn at the end is paid for"
        ),
        "conflict.foul": _("a foul can cost a claim's worth only where a card drawn at the end is paid for"),
        "conflict.joker_clear": _("nobody goes out at this table, so no joker can double what that costs"),
        "conflict.joker_loss": _("holding jokers can double only where there are jokers"),
    },
)

DOTENKO = Messages(
    headlines={
        "dobon": _("Dotenko! %(callers)s hit %(victim)s%(card)s"),
        "dobon.returned": _("Dotenko returned! %(returner)s hit %(callers)s%(card)s"),
        "opening": _("Sho-tenko! %(callers)s%(card)s"),
        "opening.returned": _("Sho-tenko returned! %(returner)s hit %(callers)s%(card)s"),
    },
)
TEYAKU = Messages(
    headlines={
        "out": _("%(winner)s cleared the hand"),
        "dobon.returned": _("Counter! %(returner)s hit %(callers)s%(card)s"),
    },
)
"""Texts of one game that differ from the family's."""


def headline(
    facts: Round, headlines: Mapping[str, str], options: DobonOptions, outcome: Outcome | None
) -> tuple[Phrase, ...]:
    """The course of a round in one sentence, and the order of several calls where it does not name them all.

    Where anybody can return a claim, a return alone does not say whose card it was.
    """
    facts = course_of(facts, options, outcome)
    kind = facts.kind + (".returned" if facts.returns else "")
    if kind == "deckout" and not facts.starter:
        kind = "deckout.counted"
    values = {
        "winner": facts.winner,
        "starter": facts.starter,
        "player": facts.player,
        "callers": facts.returns[-2:-1] or facts.callers,  # on whom the last call was
        "victim": facts.victim,
        "returner": (facts.returns or ("",))[-1],
        "card": Phrase(_(" on %(card)s"), {"card": facts.card}) if facts.card else "",
    }
    sentence = Phrase(headlines[kind], values)
    plain = () if options.return_by == "anyone" else (facts.victim,)
    return (sentence, _chain(facts)) if facts.returns not in ((), plain) else (sentence,)


def _chain(facts: Round) -> Phrase:
    """Whose card it was, and everybody who called or returned, in that order."""
    calls: Phrase | tuple[str, ...] = facts.callers
    for name in facts.returns:
        calls = Phrase(_("%(before)s, then %(name)s"), {"before": calls, "name": name})
    if not facts.victim:
        return Phrase(_("called by %(calls)s"), {"calls": calls})
    return Phrase(_("the card of %(victim)s, called by %(calls)s"), {"victim": facts.victim, "calls": calls})


def round_hand(facts: Round, options: DobonOptions, outcome: Outcome | None) -> Hand:
    """The hand of who returned last, called first, or won by drawing."""
    facts = course_of(facts, options, outcome)
    drawer = ENDINGS[facts.kind].drawer(facts)
    winners = (*facts.returns[-1:], *facts.callers, *drawer)
    return facts.hands.get(winners[0], Hand()) if winners else Hand()


def details(facts: Round) -> Iterator[Phrase]:
    """Cards turned up, declarations, yaku and the like."""
    if facts.count > 1:
        singular, plural = ngettext("%(count)s card", "%(count)s cards")
        yield Phrase(singular, {"count": facts.count}, plural)
    if facts.target is not None:
        yield Phrase(_("number %(number)s"), {"number": facts.target})
    for card, words in ((facts.turnup, _("turned up")), (facts.bottom, _("bottom"))):
        if card:
            yield Phrase("%(words)s %(card)s", {"words": Phrase(words), "card": card})
    if facts.drawn:
        yield Phrase(_("drawn %(cards)s"), {"cards": facts.drawn})
    if facts.doublings:
        yield Phrase(_("doubled ×%(factor)s"), {"factor": 2**facts.doublings})
    yield from _declared(facts)


def _declared(facts: Round) -> Iterator[Phrase]:
    for name, times in Counter(facts.riichi).items():
        yield Phrase(_("riichi %(name)s ×%(times)s"), {"name": name, "times": times})
    for name in facts.lapsed:
        yield Phrase(_("riichi of %(name)s lapsed"), {"name": name})
    for name, extra in facts.extra_yaku.items():
        for yaku in extra:
            yield Phrase("%(name)s %(own)s +%(yaku)s", {"name": name, "own": yaku.name, "yaku": yaku.yaku})
