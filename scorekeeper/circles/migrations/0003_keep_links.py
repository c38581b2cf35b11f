from typing import Any

from django.db import migrations

VIEWER, PLAYER, HOST = 1, 2, 3


def keep_links(apps: Any, schema_editor: Any) -> None:
    """Today's link of a circle becomes its link for players, with the same columns and so the same secret.

    The device that came first is the host; the others came by the link.
    """
    circles = apps.get_model('circles', 'Circle')
    links = apps.get_model('circles', 'CircleLink')
    entrances = apps.get_model('circles', 'Entrance')
    for circle in circles.objects.all():
        link = links.objects.create(circle=circle, public_id=circle.public_id, nonce=circle.link_nonce, role=PLAYER)
        links.objects.create(circle=circle, role=VIEWER)
        for place, membership in enumerate(circle.memberships.order_by('joined_at', 'pk')):
            membership.role = PLAYER if place else HOST
            membership.link = link if place else None
            membership.save()
            entrances.objects.create(membership=membership, link=membership.link, role=membership.role)


def keep_nonces(apps: Any, schema_editor: Any) -> None:
    """Back again: a circle has the link that it had before; others are lost with their table."""
    for link in apps.get_model('circles', 'CircleLink').objects.select_related('circle'):
        if link.public_id == link.circle.public_id:
            link.circle.link_nonce = link.nonce
            link.circle.save()


class Migration(migrations.Migration):

    dependencies = [
        ('circles', '0002_links_and_roles'),
    ]

    operations = [
        migrations.RunPython(keep_links, keep_nonces),
    ]
