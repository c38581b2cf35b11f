"""Circles, players and devices."""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.scoring.names import LONGEST, same_name
from scorekeeper.server.limits import DELETED_DAYS


def new_public_id() -> str:
    """A random id for addresses; it grants no access.  It never begins with a dash, like an option."""
    name = secrets.token_urlsafe(9)
    return new_public_id() if name.startswith("-") else name


def new_nonce() -> str:
    return secrets.token_urlsafe(16)


LONGEST_KEY = 18 * LONGEST
"""NFKC makes up to 18 characters of one."""
LONGEST_MARK = 16
"""Code points of a mark of two characters: some emoji have ten."""
LONGEST_CIRCLE = 60
COLORS = 10
"""Number of colours of people."""
UNSET_COLOR = 99
"""``Player.save`` replaces it."""


class Role(models.IntegerChoices):
    """役割: a higher role includes the rights of those below it."""

    VIEWER = 1, _("Viewer")
    PLAYER = 2, pgettext_lazy("role", "Player")
    HOST = 3, _("Host")


class Circle(models.Model):
    """仲間: people who play together."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    name = models.CharField(max_length=LONGEST_CIRCLE)
    least_rounds = models.PositiveSmallIntegerField(default=1)  # of a session that counts in rankings
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # soft delete; ``deleted_by`` can restore it
    deleted_by = models.ForeignKey("Device", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        indexes = (
            models.Index(
                fields=("deleted_at",), condition=models.Q(deleted_at__isnull=False), name="circle_deleted"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def restorable_until(self) -> datetime | None:
        return self.deleted_at and self.deleted_at + timedelta(days=DELETED_DAYS)


class Player(models.Model):
    """人: a person of a circle."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST)
    name_key = models.CharField(max_length=LONGEST_KEY)  # ``same_name`` of it
    reading = models.CharField(max_length=LONGEST, blank=True, default="")  # names are sorted by it
    mark = models.CharField(max_length=LONGEST_MARK, blank=True, default="")  # a character or two
    color = models.PositiveSmallIntegerField(default=UNSET_COLOR)
    guest = models.BooleanField(default=False)  # left out of statistics
    hidden = models.BooleanField(default=False)  # in no list, and not offered for new tables
    # Set for a duplicate; its name then stands for that person.
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="merged_from"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("circle", "name_key"), name="player_once_in_circle"),)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.name_key = same_name(self.name)
        if self.color == UNSET_COLOR:
            self.color = next(rare_colors(self.circle.players.all()))
        super().save(*args, **kwargs)  # type: ignore[arg-type]


def rare_colors(people: "models.QuerySet[Player]", beside: Iterable[Player] = ()) -> Iterator[int]:
    """An endless iterator of colours for new people: always one that the fewest of ``people`` have.

    Colours of ``beside``, people at the same table, come last.
    """
    counts = Counter(color % COLORS for color in people.values_list("color", flat=True))
    avoided = {player.color % COLORS for player in beside}
    while True:
        color = min(range(COLORS), key=lambda color: (color in avoided, counts[color], color))
        counts[color] += 1
        yield color


class Device(models.Model):
    """端末: a browser that has opened a circle."""

    key_hash = models.CharField(max_length=64, unique=True)  # of its cookie
    name = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("last_seen",), name="device_seen"),)

    def __str__(self) -> str:
        return self.name or f"device {self.pk}"


class CircleLink(models.Model):
    """招待リンク: its secret is derived from ``nonce`` and the server's key.  Never deleted, only revoked."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="links")
    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    nonce = models.CharField(max_length=32, default=new_nonce)
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    label = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.label or self.public_id


class Membership(models.Model):
    """参加: a device in a circle.

    ``role`` and ``link`` are those of its highest open entrance.  ``player`` is whose device it is.  Never
    deleted, only ended.
    """

    device = models.ForeignKey(Device, models.CASCADE, related_name="memberships")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    link = models.ForeignKey(CircleLink, models.SET_NULL, null=True, blank=True, related_name="memberships")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="memberships")
    joined_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("device", "circle"), name="device_once_in_circle"),)

    def __str__(self) -> str:
        return f"{self.device} – {self.circle}"


class Entrance(models.Model):
    """入口: a grant of a role to a device, by a link; without one if it opened or recovered the circle."""

    membership = models.ForeignKey(Membership, models.CASCADE, related_name="entrances")
    link = models.ForeignKey(CircleLink, models.CASCADE, null=True, blank=True, related_name="entrances")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.membership} ← {self.link or '*'}"


class RecoveryCode(models.Model):
    """復旧コード: makes a device a host.  Never deleted, only revoked.

    A plain SHA-256 is enough, as the code has 140 random bits.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.circle} {self.created_at:%Y-%m-%d}"


class Token(models.Model):
    """トークン: lets a program read a circle.  Never deleted, only revoked."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(null=True, blank=True)  # updated every SEEN_EVERY at most
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class CircleChange(models.Model):
    """仲間の記録: an entry of a circle's audit log.

    ``device`` made the change; ``player``, ``link`` and ``phone`` are what was changed.  ``before`` and
    ``after`` hold the values that differ, by the names of columns.
    """

    class Action(models.TextChoices):
        RENAME = "rename", _("renamed the group")
        LINK = "link", _("made a link")
        REVOKE = "revoke", _("revoked a link")
        PHONE = "phone", _("renamed a phone")
        REMOVE = "remove", _("removed a phone")
        PERSON = "person", _("changed a person")
        MERGE = "merge", _("merged two people")
        UNMERGE = "unmerge", _("undid a merge of two people")
        FORGET = "forget", _("erased a name")
        DELETE = "delete", _("deleted the group")
        BRING_BACK = "bring-back", _("brought the group back")
        RANKING = "ranking", _("changed the ranking or its seasons")
        BILL = "bill", _("settled tables together")
        UNBILL = "unbill", _("split up a combined settlement")
        PAY = "pay", _("payment ticked")
        UNPAY = "unpay", _("payment unticked")
        FILE = "file", _("imported tables from a file")
        KEY = "key", _("made an API key")
        UNKEY = "unkey", _("revoked an API key")
        CODE = "code", _("made a recovery code")
        UNCODE = "uncode", _("revoked the recovery code")
        RECOVER = "recover", _("joined with the recovery code")
        NIGHT = "night", _("named a night")
        CLEAR = "clear", _("ticked payments of several tables")
        UNCLEAR = "unclear", _("unticked payments of several tables")
        ARCHIVE = "archive", _("archived rules")
        UNARCHIVE = "unarchive", _("unarchived rules")

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="changes")
    action = models.CharField(max_length=10, choices=Action.choices)
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="circle_changes")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="changes")
    link = models.ForeignKey(CircleLink, models.SET_NULL, null=True, blank=True, related_name="changes")
    phone = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.circle} {self.action}"
