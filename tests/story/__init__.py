"""Statistics pages of a circle."""

import pytest

pytest.register_assert_rewrite("tests.story.pages")
