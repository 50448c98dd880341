from __future__ import annotations

from ._core import Core
from ._signature import Signer

DEFAULT_TIMEOUT_SECONDS = 30.0
DEFAULT_MAX_RETRIES = 3


def core_of(
    base_url: str, api_key: str, merchant_id: str, signing_key: str | None, timeout: float, max_retries: int
) -> Core:
    for name, value in (("base_url", base_url), ("api_key", api_key), ("merchant_id", merchant_id)):
        if not value:
            raise ValueError(f"Pasarela needs {name}.")
    if not base_url.startswith(("https://", "http://")):
        raise ValueError('base_url begins with "https://".')
    return Core(
        base_url=base_url.rstrip("/"),
        merchant_id=merchant_id,
        timeout=timeout,
        max_retries=max_retries,
        api_key=api_key,
        signer=None if signing_key is None else Signer(signing_key),
    )
