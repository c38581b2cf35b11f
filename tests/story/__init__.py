"""A circle over years."""

import pytest

pytest.register_assert_rewrite("tests.story.pages")
