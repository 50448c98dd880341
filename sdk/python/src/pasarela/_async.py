"""Carries out operations in asyncio or trio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Concatenate, Generic, TypeVar, overload

import anyio
import httpx
from typing_extensions import ParamSpec, Self

from ._core import Answer, Core, Flow, Pause
from ._paging import Listing, Page

P = ParamSpec("P")
T = TypeVar("T")
Row = TypeVar("Row")


class Runner:
    def __init__(self, core: Core, http: httpx.AsyncClient) -> None:
        self.core = core
        self.http = http

    async def run(self, flow: Flow[T]) -> Answer[T]:
        response: httpx.Response | None = None
        failure: Exception | None = None
        try:
            while True:
                step = flow.send(response) if failure is None else flow.throw(failure)
                response = failure = None
                if isinstance(step, Pause):
                    await anyio.sleep(step.seconds)
                    continue
                try:
                    response = await self.http.send(step.build(self.http), follow_redirects=False)
                except httpx.RequestError as cause:
                    failure = step.unanswered(cause)
                    failure.__cause__ = cause
        except StopIteration as done:
            answer: Answer[T] = done.value
            return answer


class Resource:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner


class Method(Generic[P, T]):
    def __init__(self, runner: Runner, flow: Callable[Concatenate[Core, P], Flow[T]]) -> None:
        self._runner = runner
        self._flow = flow
        self.__doc__ = flow.__doc__

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return (await self.with_response(*args, **kwargs)).data

    async def with_response(self, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
        """The result with the response that brought it."""
        return await self._runner.run(self._flow(self._runner.core, *args, **kwargs))


class call(Generic[P, T]):
    """Makes a method of an operation."""

    def __init__(self, flow: Callable[Concatenate[Core, P], Flow[T]]) -> None:
        self.flow = flow

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Self: ...
    @overload
    def __get__(self, owner: Resource, kind: type[Any]) -> Method[P, T]: ...
    def __get__(self, owner: Resource | None, kind: type[Any]) -> Method[P, T] | Self:
        return self if owner is None else Method(owner._runner, self.flow)


class Rows(Generic[Row]):
    """A list. Iterate over it to get all rows, page by page; nothing is read before."""

    def __init__(self, runner: Runner, listing: Listing[Row]) -> None:
        self._runner = runner
        self._listing = listing

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page.rows:
                yield row

    async def first_page(self) -> Page[Row]:
        return await self._page(None)

    async def pages(self) -> AsyncIterator[Page[Row]]:
        page = await self._page(None)
        yield page
        while page.next_cursor is not None:
            page = await self._page(page.next_cursor)
            yield page

    async def _page(self, cursor: str | None) -> Page[Row]:
        return (await self._runner.run(self._listing.page(self._runner.core, cursor))).data


class rows(Generic[P, Row]):
    """Makes a method of a listing."""

    def __init__(self, listing: Callable[P, Listing[Row]]) -> None:
        self.flow = listing

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Self: ...
    @overload
    def __get__(self, owner: Resource, kind: type[Any]) -> Callable[P, Rows[Row]]: ...
    def __get__(self, owner: Resource | None, kind: type[Any]) -> Callable[P, Rows[Row]] | Self:
        if owner is None:
            return self
        runner = owner._runner

        def listed(*args: P.args, **kwargs: P.kwargs) -> Rows[Row]:
            return Rows(runner, self.flow(*args, **kwargs))

        return listed
