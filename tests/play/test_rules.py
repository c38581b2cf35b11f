"""ルール: what is set at this table, in words."""

from .helpers import Phone, text


def test_usual_rules(phone: Phone) -> None:
    shown = text(phone.show("rules"))
    assert "dobon ×3 · 2s count 50 · no return" in shown
    assert "(54 + 60 = 114 → 110) × 3 = 330" in shown
    assert "house rule" not in shown


def test_what_differs_is_marked(db: None) -> None:
    phone = Phone().open_table(dobon_factor=2, returns="on", eights="winner")
    shown = text(phone.show("rules"))
    assert "dobon ×2 · 2s count 50 · with return · 8s double" in shown
    assert "Dobon factor 2 house rule" in shown
    assert "(54 + 60 = 114 → 110) × 2 = 220" in shown


def test_japanese_page_says_so(phone: Phone) -> None:
    response = phone.get(phone.url("rules"), headers={"accept-language": "ja"})
    assert '<html lang="ja">' in response.content.decode()
