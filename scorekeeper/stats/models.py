"""Sums of sessions by person and by pair: a cache that ``tallies`` derives from results.

Points and counts may be added up over sessions of one game.
"""

from django.db import models
from django.forms.models import model_to_dict

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession, Round


class SummedUp(models.Model):
    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {model_to_dict(self)}"


class Tallied(SummedUp):
    """The state of a session's tallies, and its amounts."""

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="tallied")
    revision = models.PositiveIntegerField()  # of the session when it was summed up
    rounds = models.PositiveIntegerField()  # only those that count
    cards = models.PositiveIntegerField()  # entered in those
    elsewhere = models.BigIntegerField(default=0)  # points in pot and bank; the sum with all tallies is 0


class Tally(SummedUp):
    """一晩の成績: a person's sums in a session; only ``points`` and ``place`` include corrections."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="tallies", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies")
    points = models.BigIntegerField()
    place = models.PositiveSmallIntegerField()  # by points; equal points share one
    rounds = models.PositiveIntegerField()  # played
    gains = models.PositiveIntegerField()  # rounds with a gain
    losses = models.PositiveIntegerField()  # rounds with a loss
    won = models.BigIntegerField()  # points of the gains
    lost = models.BigIntegerField()  # points of the losses, below zero
    best = models.BigIntegerField()  # largest gain
    worst = models.BigIntegerField()  # largest loss
    best_round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    worst_round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    # Rounds in which the person had the part:
    wins = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    claimed_on = models.PositiveIntegerField()
    returns = models.PositiveIntegerField()
    returned_on = models.PositiveIntegerField()
    bursts = models.PositiveIntegerField()
    landlord = models.PositiveIntegerField()
    landlord_wins = models.PositiveIntegerField()
    springs = models.PositiveIntegerField()
    streak = models.PositiveSmallIntegerField()  # most wins in a row, over the rounds played

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "player"), name="tally_once"),)


class Money(SummedUp):
    """お金: what a person won or lost in an ended session with a rate.

    Amounts of one ``unit`` may be added up over games.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="money", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    unit = models.CharField(max_length=20)
    amount = models.DecimalField(max_digits=40, decimal_places=9)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "player"), name="money_once"),)


class Versus(SummedUp):
    """対戦: the points that one person paid to another in a session."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="versus", db_index=False)
    giver = models.ForeignKey(Player, models.CASCADE, related_name="+")
    taker = models.ForeignKey(Player, models.CASCADE, related_name="+")
    points = models.BigIntegerField()
    largest = models.BigIntegerField()  # points of the largest payment

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "giver", "taker"), name="versus_once"),)


class Meeting(SummedUp):
    """同席: the rounds of a session that two people both played; ``one`` has the smaller key."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="meetings", db_index=False)
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rounds = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "one", "other"), name="meeting_once"),)


class Claim(SummedUp):
    """ドボンの数: how often a person claimed a number on another in a session; an opening has no victim."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="claims")
    caller = models.ForeignKey(Player, models.CASCADE, related_name="+")
    victim = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    number = models.PositiveSmallIntegerField(null=True)
    times = models.PositiveIntegerField()


class Neighbour(SummedUp):
    """前の席: what a person gained in the rounds with ``before`` in the seat before."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="neighbours", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    before = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rounds = models.PositiveIntegerField()
    points = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "player", "before"), name="neighbour_once"),
        )
