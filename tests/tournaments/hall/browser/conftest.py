"""Windows of the browser, as every test with a browser opens them."""

from tests.browser.windows import window, windows

__all__ = ["window", "windows"]
