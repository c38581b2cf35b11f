"""Circles, players and devices."""

import secrets

from django.db import models

from scorekeeper.scoring.names import LONGEST, same_name


def new_public_id() -> str:
    """A name for addresses: short, not guessable in practice, and no key to anything by itself."""
    return secrets.token_urlsafe(9)


def new_nonce() -> str:
    """What makes one link of a circle differ from the next."""
    return secrets.token_urlsafe(16)


LONGEST_KEY = 18 * LONGEST
"""Normal forms can be longer than what they stand for; 18 characters for one is the most."""


class Circle(models.Model):
    """仲間: people who play together; reached by its link and by the devices that have opened it."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    name = models.CharField(max_length=60)
    link_nonce = models.CharField(max_length=32, default=new_nonce)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person of a circle; the name is unique there, whatever its spelling."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=LONGEST)
    name_key = models.CharField(max_length=LONGEST_KEY)
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

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A device that may open a circle."""

    device = models.ForeignKey(Device, models.CASCADE, related_name="memberships")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("device", "circle"), name="device_once_in_circle"),)

    def __str__(self) -> str:
        return f"{self.device} – {self.circle}"
