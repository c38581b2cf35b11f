"""ハウスルール of the dobon family."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...cards import Card
from ...errors import ReadError
from ...options import Options, Traits, read_special
from .amounts import SUMMED, AmountOptions
from .course import CourseOptions


@dataclass(frozen=True)
class DobonOptions(CourseOptions, AmountOptions, Options):
    """The options of the dobon family; the defaults are those of the game ``gamble``.

    Raises ReadError for options that exclude each other.  The properties are derived from the options.
    """

    def __post_init__(self) -> None:
        for key, code, excluded in self._conflicts():
            if excluded:
                raise ReadError(f"options.{key}", f"conflict.{code}")

    def _conflicts(self) -> Iterator[tuple[str, str, bool]]:
        """House rules with the code of their error, and whether the others exclude them; the first counts."""
        by_yaku, by_hands, by_drawn = (self.amount == amount for amount in ("yaku", "hands", "drawn"))
        in_units = self.amount in ("number", "flat", "drawn")
        yield "yaku_factor", "yaku_factor", by_yaku and self.yaku_factor == "on"
        yield "dora", "dora", not by_yaku and self.dora == "on"
        yield "streak", "streak_yaku", not by_yaku and self.streak == "yaku"
        yield "joker_yaku", "joker_yaku", not by_yaku and self.joker_yaku == "on"
        yield "bystanders", "bystanders", not by_hands and self.bystanders == "pay"
        yield "deckout", "deckout", not by_hands and self.deckout == "starter"
        yield "eights", "eights", not self.adds_hands and self.eights == "summed"
        yield "joker_loss", "joker_clear", not self.goes_out and self.joker_loss == "clear"
        yield "dobon_hands", "dobon_hands", not by_hands and self.dobon_hands != "both"
        yield "claimed_card", "claimed_card", not by_hands and self.claimed_card == "counted"
        yield "twos", "twos", not self.adds_hands and self.twos in SUMMED
        yield "threes", "summed", not self.adds_hands and self.threes in SUMMED
        yield "joker_factor", "summed", not self.adds_hands and self.joker_factor in SUMMED
        yield (
            "unit_points",
            "unit_points",
            not in_units and self.unit_points > 1,
        )
        yield "drawn_factor", "drawn_factor", self.amount != "number" and self.drawn_factor == "on"
        yield "special_cards", "special_cards", not self.draws_cards and self.special_cards != ""
        yield "burst_pays", "burst_pays", not by_drawn and self.burst_pays == "drawn"
        yield "foul", "foul", not by_drawn and self.foul == "drawn"
        later_return = self.several == "returns"
        yield "several", "several", later_return and self.returns != "chain"
        yield "several", "several_victim", later_return and self.return_by == "victim"
        yield "several", "several_shared", self.several == "shared" and self.paid_to == "bank"
        yield "joker_loss", "joker_loss", self.jokers == 0 and self.joker_loss != "off"

    @cached_property
    def traits(self) -> Traits:
        """The pot holds riichi sticks, or the rest of a used-up stock."""
        return Traits(
            loser_starts=self.starts == "loser",
            has_streaks=True,
            counts_streaks=self.streak != "off",
            has_pot=self.riichi == "on" or (self.deckout == "fewest" and self.deckout_rest == "pot"),
            returns_pot=self.pot_end == "returned",
            penalty_points=self.paid_to == "bank",
        )

    @cached_property
    def card_values(self) -> tuple[int, ...]:
        """Points of a card left in a hand, by rank 0 (joker) to 13.

        >>> DobonOptions().card_values
        (0, 1, 50, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
        """
        faces = (self.face_value,) * 3 if self.face_value else (11, 12, 13)
        two = 0 if self.twos == "instead" else self.two_value
        three = 0 if self.threes == "instead" else 3
        low = (self.joker_value, self.ace_value, two, three, 4, 5, 6)
        return (*low, self.seven_value, self.eight_value, self.nine_value, 10, *faces)

    @cached_property
    def special(self) -> Mapping[Card, int | None]:
        """What special cards count as when they are drawn; None where they swap payers and payees."""
        return read_special(self.special_cards)

    def special_card(self, card: Card) -> Card | None:
        """The special card that a drawn card is: just that one, or any of its rank."""
        return next((each for each in (card, Card(card.rank)) if each in self.special), None)

    def drawn_value(self, card: Card) -> int:
        special = self.special_card(card)
        number = self.special[special] if special else None
        return self.card_values[card.rank] if number is None else number

    def swaps(self, drawn: tuple[Card, ...]) -> bool:
        """Whether the card drawn last makes those pay who would be paid."""
        special = self.special_card(drawn[-1]) if drawn and self.draws_cards else None
        return special is not None and self.special[special] is None

    @cached_property
    def yaku_table(self) -> tuple[int, ...]:
        """Points by the number of yaku; the last one counts for all higher numbers."""
        return tuple(int(word) for word in self.yaku_points.split())

    @cached_property
    def pays_number(self) -> bool:
        return self.amount in ("number", "number_hand")

    @cached_property
    def pays_card(self) -> bool:
        """Whether a claim cannot be paid without the claimed card."""
        return self.pays_number or self.claimed_card == "counted"

    @cached_property
    def joker_shows(self) -> int | None:
        """The number of a joker on the table; None where it cannot be claimed."""
        return {"refused": None, "zero": 0, "one": 1, "number": self.joker_number}[self.joker_card]

    @cached_property
    def counts_ranks(self) -> bool:
        """Whether 2s, 3s, 8s or jokers in hands multiply, so that a sum alone is not enough."""
        return self.eights != "off" or not {self.twos, self.threes, self.joker_factor}.isdisjoint(SUMMED)

    @cached_property
    def adds_hands(self) -> bool:
        return self.amount in ("hands", "number_hand")

    @cached_property
    def goes_out(self) -> bool:
        return self.amount in ("hands", "yaku")

    @cached_property
    def draws_cards(self) -> bool:
        """Whether cards drawn after the end score."""
        return self.amount == "drawn" or self.drawn_factor == "on"

    @cached_property
    def plays_together(self) -> bool:
        """Whether several cards of one number may be played at once."""
        return self.together == "on" or self.amount == "number_hand"

    @cached_property
    def shown_double(self) -> bool:
        """Whether 2s or jokers of the payee multiply."""
        return self.twos == "double" or self.joker_factor == "double"

    @cached_property
    def needs_more(self) -> bool:
        """Whether a payment needs the payee's hand, or cards drawn, as multipliers."""
        one_or_drawn = self.single_factor > 1 or self.drawn_factor == "on"
        return self.shown_double or self.eights == "winner" or one_or_drawn

    @cached_property
    def cards_score(self) -> bool:
        """Whether the cards of a winning hand make yaku or multiply, so that its sum alone is not enough."""
        yaku = self.dora == "on" or self.joker_yaku == "on"
        return self.shown_double or yaku or self.joker_loss == "all" or self.single_factor > 1
