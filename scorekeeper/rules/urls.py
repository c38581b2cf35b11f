"""Routes of rules in words, and of a circle's saved rules."""

from django.urls import include, path

from scorekeeper.circles.routes import ANYBODY, PLAYER, VIEWER, page

from . import views

rules_urls = [
    page("", views.rules_index, name="rule_sets", get=ANYBODY),
    page("preset/<slug:key>/", views.rules_preset, name="rule_sets_preset", get=ANYBODY),
    page("shared/<slug:code>/", views.rules_shared, name="rule_sets_shared", get=ANYBODY),
    page("shared/<slug:code>/rules.json", views.rules_file, name="rule_sets_file", get=ANYBODY),
    page("<slug:game>/", views.rules_game, name="rule_sets_game", get=ANYBODY),
]

circle_rules_urls = [
    page("", views.circle_rules, name="rule_sets_circle", get=VIEWER, post=PLAYER),
    page("<id:rid>/", views.kept_rules, name="rule_sets_kept", get=VIEWER),
    page("<id:rid>/edit/", views.rules_edit, name="rule_sets_edit", get=PLAYER, post=PLAYER),
    page("<id:rid>/copy/", views.rules_copy, name="rule_sets_copy", post=PLAYER),
    page("<id:rid>/away/", views.rules_away, name="rule_sets_away", post=PLAYER),
]

urlpatterns = [
    path("rules/", include(rules_urls)),
    path("circles/<id:cid>/rules/", include(circle_rules_urls)),
]
