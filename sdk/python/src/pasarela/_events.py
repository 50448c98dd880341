"""The events sent to your webhooks, and the addresses they go to."""

from __future__ import annotations

from typing_extensions import Unpack

from . import api
from ._core import Core, Flow, Request, data_of, path_of
from ._paging import Listing

ROOT = "/api/events"
REPLAYS = "/api/events/replays"
ENDPOINTS = "/api/webhooks/endpoints"


def list_all(*, timeout: float | None = None, **query: Unpack[api.ListEventsQuery]) -> Listing[api.Event]:
    return Listing(Request("GET", ROOT, {**query}), "events", timeout)


def retrieve(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.Event]:
    return data_of(core, Request("GET", path_of(ROOT, id)), timeout=timeout)


def redeliver(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.Event]:
    return data_of(core, Request("POST", path_of(ROOT, id, "redeliver")), timeout=timeout)


def create_replay(
    core: Core, *, timeout: float | None = None, **request: Unpack[api.ReplayEventsBody]
) -> Flow[api.ReplayEventsData]:
    """Sends many events again."""
    return data_of(core, Request("POST", REPLAYS, body=request, is_once=True), timeout=timeout)


def retrieve_replay(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.Replay]:
    return data_of(core, Request("GET", path_of(REPLAYS, id)), timeout=timeout)


def cancel_replay(core: Core, id: str, *, timeout: float | None = None) -> Flow[api.Replay]:
    return data_of(core, Request("POST", path_of(REPLAYS, id, "cancel")), timeout=timeout)


def send_test(
    core: Core, *, timeout: float | None = None, **request: Unpack[api.SendTestEventBody]
) -> Flow[api.SendTestEventData]:
    """Sends a sample event."""
    return data_of(core, Request("POST", "/api/webhooks/test", body=request, is_once=True), timeout=timeout)


def list_endpoints(core: Core, *, timeout: float | None = None) -> Flow[api.ListWebhookEndpointsData]:
    return data_of(core, Request("GET", ENDPOINTS), timeout=timeout)


def create_endpoint(
    core: Core, *, timeout: float | None = None, **request: Unpack[api.CreateWebhookEndpointBody]
) -> Flow[api.WebhookEndpoint]:
    """The secret is in this answer alone."""
    return data_of(core, Request("POST", ENDPOINTS, body=request, is_once=True), timeout=timeout)


def change_endpoint(
    core: Core, id: str, *, timeout: float | None = None, **request: Unpack[api.ChangeWebhookEndpointBody]
) -> Flow[api.WebhookEndpoint]:
    return data_of(core, Request("PATCH", path_of(ENDPOINTS, id), body=request), timeout=timeout)


def remove_endpoint(
    core: Core, id: str, *, timeout: float | None = None
) -> Flow[api.RemoveWebhookEndpointData]:
    return data_of(core, Request("DELETE", path_of(ENDPOINTS, id)), timeout=timeout)


def rotate_secret(
    core: Core, id: str, *, timeout: float | None = None, **request: Unpack[api.RotateEndpointSecretBody]
) -> Flow[api.WebhookEndpoint]:
    asked = Request("POST", path_of(ENDPOINTS, id, "secret"), body=request, is_once=True)
    return data_of(core, asked, timeout=timeout)
