"""The browsable description of the API works under the site's content policy, and asks nobody else for anything."""

from typing import Any
from urllib.parse import urlsplit

import pytest


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_shows_every_resource_and_loads_nothing_from_elsewhere(live_server: Any, page: Any) -> None:
    complaints: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.goto(f"{live_server.url}/api/docs/")
    page.locator("[data-tag=Events]").click()  # the groups are closed at first
    page.get_by_text("/api/v1/events/", exact=True).first.wait_for()
    page.locator(".opblock-summary").first.click()
    page.locator(".opblock-body").get_by_role("button", name="Try it out").first.wait_for()
    assert complaints == []
    assert {host for host in hosts if host} == {urlsplit(live_server.url).netloc}
