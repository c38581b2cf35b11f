"""What sessions come to for each person and each two of them: rows made from results.

``tallies`` alone writes them, and they can be thrown away.  They hold whole numbers that may be added up over
sessions of one game.
"""

from django.db import models

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Round


class Tallied(models.Model):
    """Which revision of a session its tallies are of; how many rounds count, and the cards held in them.

    ``rated`` tells whether the ratings are made from these tallies.
    """

    session = models.OneToOneField(GameSession, models.CASCADE, primary_key=True, related_name="tallied")
    revision = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    cards = models.PositiveIntegerField()
    rated = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.session} r{self.revision}"


class Tally(models.Model):
    """一晩の成績: what a session came to for one person who played in it.

    ``points`` are all that the person gained, corrections included; ``place`` is the place among the
    ``people`` of the session by them, equal points sharing one.  What follows is about rounds that count:
    how many the person played, with a gain and with a loss, and the points of each (``lost`` is below zero);
    ``best`` and ``worst`` are the largest gain and loss in ``best_round`` and ``worst_round``.  The others
    count the rounds in which the person had the part: called, was claimed on, returned, was returned on, drew
    the last card, burst, was landlord (and won as such), or won by a spring.  ``streak`` are the most wins in
    a row, over the rounds that the person played.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="tallies", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="tallies")
    points = models.BigIntegerField()
    place = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    rounds = models.PositiveIntegerField()
    gains = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()
    won = models.BigIntegerField()
    lost = models.BigIntegerField()
    best = models.BigIntegerField()
    worst = models.BigIntegerField()
    best_round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    worst_round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="+")
    wins = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    claimed_on = models.PositiveIntegerField()
    returns = models.PositiveIntegerField()
    returned_on = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    bursts = models.PositiveIntegerField()
    landlord = models.PositiveIntegerField()
    landlord_wins = models.PositiveIntegerField()
    springs = models.PositiveIntegerField()
    streak = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "player"), name="tally_once"),)

    def __str__(self) -> str:
        return f"{self.player} in {self.session}: {self.points:+}"


class Money(models.Model):
    """お金: what an ended session with a rate came to for one person, by seat, as it is settled.

    Amounts of one ``unit`` may be added up over games.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="money", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    unit = models.CharField(max_length=20)
    amount = models.DecimalField(max_digits=40, decimal_places=9)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "player"), name="money_once"),)

    def __str__(self) -> str:
        return f"{self.player} in {self.session}: {self.amount} {self.unit}"


class Versus(models.Model):
    """対戦: the points that one person paid to another in a session; ``largest`` are those of one payment."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="versus", db_index=False)
    giver = models.ForeignKey(Player, models.CASCADE, related_name="+")
    taker = models.ForeignKey(Player, models.CASCADE, related_name="+")
    points = models.BigIntegerField()
    largest = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "giver", "taker"), name="versus_once"),)

    def __str__(self) -> str:
        return f"{self.giver} → {self.taker} {self.points}"


class Meeting(models.Model):
    """同席: how many rounds of a session two people both played; ``one`` has the smaller key."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="meetings", db_index=False)
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rounds = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "one", "other"), name="meeting_once"),)

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {self.rounds}"


class Claim(models.Model):
    """ドボンの数: how often one person claimed a number on another in a session; of nobody at an opening."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="claims")
    caller = models.ForeignKey(Player, models.CASCADE, related_name="+")
    victim = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    number = models.PositiveSmallIntegerField(null=True)
    times = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.caller} on {self.number} of {self.victim or '*'}: {self.times}"


class Neighbour(models.Model):
    """前の席: what a person gained in the rounds of a session with another in the seat before."""

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="neighbours", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    before = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rounds = models.PositiveIntegerField()
    points = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "player", "before"), name="neighbour_once"),
        )

    def __str__(self) -> str:
        return f"{self.player} after {self.before}: {self.points:+} in {self.rounds}"


class Rated(models.Model):
    """What the ratings of a circle were made by besides its tallies; where it differs, all are made anew."""

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="+")
    basis = models.TextField()

    def __str__(self) -> str:
        return f"{self.circle}: {self.basis}"


class Rating(models.Model):
    """レーティング: how strong a person is after an evening, by the places of its game so far.

    ``mean`` and ``spread`` (a standard deviation) are in the units of the method, ``gain`` is what this one
    added to the mean, and ``last`` tells that the person has played none of the game since.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    mean = models.FloatField()
    spread = models.FloatField()
    evenings = models.PositiveIntegerField()
    gain = models.FloatField()
    last = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("session", "player"), name="rating_once"),)
        indexes = (models.Index(fields=("player",), condition=models.Q(last=True), name="rating_now"),)

    def __str__(self) -> str:
        return f"{self.player} {self.mean:.1f} ± {2 * self.spread:.1f}"
