"""Circles, players and devices."""

import secrets

from django.db import models

from scorekeeper.scoring.names import LONGEST, same_name


def new_public_id() -> str:
    """A name for addresses: short, not guessable in practice, and no key to anything by itself.

    It never begins with a dash, which a command line takes for an option.
    """
    name = secrets.token_urlsafe(9)
    return new_public_id() if name.startswith("-") else name


def new_nonce() -> str:
    """What makes one link of a circle differ from the next."""
    return secrets.token_urlsafe(16)


LONGEST_KEY = 18 * LONGEST
"""Normal forms can be longer than what they stand for; 18 characters for one is the most."""


LONGEST_MARK = 16
"""Two characters can be many: some emoji are put together of ten."""
LONGEST_CIRCLE = 60


class Role(models.IntegerChoices):
    """役割: what a device may do in a circle; each may do what those below it may."""

    VIEWER = 1
    PLAYER = 2
    HOST = 3


class Circle(models.Model):
    """仲間: people who play together; reached by its links and by the devices that have opened it.

    ``access_revision`` rises by one whenever a device loses or gains rights; writing it makes a second such
    change of the circle wait for the first.  Rankings count the sessions with at least ``least_rounds``.
    ``deleted_at`` tells since when it is out of everybody's sight; ``deleted_by`` is the device that can
    bring it back.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    name = models.CharField(max_length=LONGEST_CIRCLE)
    access_revision = models.PositiveIntegerField(default=0)
    least_rounds = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_by = models.ForeignKey("Device", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        indexes = (
            models.Index(
                fields=("deleted_at",), condition=models.Q(deleted_at__isnull=False), name="circle_deleted"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """人: a person of a circle; the name is unique there, whatever its spelling.

    ``reading`` tells how the name is read and sorted, where that was said; ``mark`` (a character or two) and
    ``color`` (a number of the seat colours) were chosen, where they are not empty.  Statistics leave out a
    ``guest``; who is ``hidden`` is offered for no new table and stands in no list, and is never deleted.
    ``merged_into`` is who it was found to be; the name then stands for that person.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST)
    name_key = models.CharField(max_length=LONGEST_KEY)
    reading = models.CharField(max_length=LONGEST, blank=True, default="")
    mark = models.CharField(max_length=LONGEST_MARK, blank=True, default="")
    color = models.PositiveSmallIntegerField(null=True, blank=True)
    guest = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False)
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
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class Device(models.Model):
    """端末: a browser that has opened a circle; its cookie is kept only as a hash."""

    key_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("last_seen",), name="device_seen"),)

    def __str__(self) -> str:
        return self.name or f"device {self.pk}"


class CircleLink(models.Model):
    """招待リンク: one way into a circle; its secret is made of these columns and the server's key.

    A link never goes: ``revoked_at`` tells since when it opens nothing.
    """

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
    """A device in a circle: its role, and which person it is in the hands of, if that was said.

    ``role`` and ``link`` are those of its best live entrance; the link is null where the device opened the
    circle or came by the recovery code.  ``ended_at`` tells since when the device is out.
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
    """入口: a way by which a device came in: a link, or none where it opened or recovered the circle.

    A device that came by several has the highest role of those that are still open.
    """

    membership = models.ForeignKey(Membership, models.CASCADE, related_name="entrances")
    link = models.ForeignKey(CircleLink, models.CASCADE, null=True, blank=True, related_name="entrances")
    role = models.PositiveSmallIntegerField(choices=Role.choices)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.membership} ← {self.link or '*'}"


class RecoveryCode(models.Model):
    """復旧コード: lets a host back in; kept only as a hash, and never deleted, only revoked.

    A plain SHA-256 is enough: the code is 140 random bits, so that nobody can try them all however fast one
    try may be.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.circle} {self.created_at:%Y-%m-%d}"


class Token(models.Model):
    """トークン: lets a program read a circle, and nothing else; kept only as a hash, and never deleted.

    ``revoked_at`` tells since when it opens nothing, ``last_seen`` when it did so last, to some minutes.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class CircleChange(models.Model):
    """仲間の記録: one change of a circle, its people, links and phones: who, when, what, before and after.

    ``before`` and ``after`` hold what differs, by the names of columns; ``player``, ``link`` and ``phone``
    tell what it is about, where that is one of them.
    """

    class Action(models.TextChoices):
        """What was done."""

        RENAME = "rename"
        LINK = "link"
        REVOKE = "revoke"
        PHONE = "phone"
        REMOVE = "remove"
        PERSON = "person"
        MERGE = "merge"
        UNMERGE = "unmerge"
        FORGET = "forget"
        DELETE = "delete"
        BRING_BACK = "bring-back"
        RANKING = "ranking"
        BILL = "bill"
        UNBILL = "unbill"
        PAY = "pay"
        UNPAY = "unpay"
        FILE = "file"
        KEY = "key"
        UNKEY = "unkey"
        CODE = "code"
        UNCODE = "uncode"
        RECOVER = "recover"

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
