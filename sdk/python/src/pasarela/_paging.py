from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx

from ._core import Answer, Core, Flow, Request, exchange

Row = TypeVar("Row")


@dataclass(frozen=True)
class Page(Generic[Row]):
    rows: list[Row]
    next_cursor: str | None
    """For `cursor` of the next call; None: this is the last page."""
    response: httpx.Response


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """How a list is read, page by page."""

    request: Request
    name: str
    timeout: float | None

    def page(self, core: Core, cursor: str | None) -> Flow[Page[Row]]:
        query = dict(self.request.query or {})
        if cursor is not None:
            query["cursor"] = cursor
        request = Request(self.request.method, self.request.path, query)
        answer = yield from exchange(core, request, timeout=self.timeout)
        data = answer.data["data"]
        page: Page[Row] = Page(data[self.name], data.get("next_cursor"), answer.response)
        return Answer(page, answer.response)
