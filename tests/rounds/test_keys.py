"""The sheet of keys, in the language of anyone who asks."""

import pytest
from django.test import Client


@pytest.mark.parametrize(("lang", "word"), [("en", "Keyboard"), ("ja", "キーボード"), ("zh-hans", "键盘")])
def test_the_sheet_speaks_the_language_of_the_page(client: Client, lang: str, word: str) -> None:
    answer = client.get("/keys/", headers={"accept-language": lang})
    assert f'<h2 id="keys-title">{word}</h2>' in answer.content.decode()
