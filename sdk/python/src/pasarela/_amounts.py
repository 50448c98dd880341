"""Money is exact: text or Decimal in, Decimal out, never a float."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from .api import AMOUNT_FIELDS


def exact(amount: object) -> str:
    """An amount as text, never with an exponent."""
    if isinstance(amount, bool) or not isinstance(amount, (str, int, Decimal)):
        raise TypeError(f'{amount!r} is not an amount: give text or a Decimal, such as "10.50".')
    text = format(amount, "f") if isinstance(amount, Decimal) else str(amount)
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise ValueError(f'"{text}" is not an amount: write it as "10.50".')
    return text


def as_text(body: object, name: str = "") -> object:
    """A request's body with its amounts as text."""
    if name == "metadata":
        return body  # Its names are the merchant's own.
    if name in AMOUNT_FIELDS and not isinstance(body, (dict, list)):
        return exact(body)
    if isinstance(body, float):
        raise TypeError(f"{body!r} is a float: give text or a Decimal.")
    if isinstance(body, Decimal):
        return exact(body)
    if isinstance(body, dict):
        return {key: as_text(value, key) for key, value in body.items()}
    if isinstance(body, (list, tuple)):
        return [as_text(value, name) for value in body]
    return body


def exact_json(text: str) -> Any:
    return json.loads(text, parse_float=Decimal)
