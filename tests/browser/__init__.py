"""What people do with the app, done by a browser with a touch screen."""

import pytest

pytest.register_assert_rewrite("tests.browser.phone")
