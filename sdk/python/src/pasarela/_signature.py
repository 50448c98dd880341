from __future__ import annotations

import time
from base64 import b64encode
from hashlib import sha256


class Signer:
    """The headers of RFC 9421 and RFC 9530 over method, path and body."""

    def __init__(self, pem: str) -> None:
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        except ImportError as missing:
            raise ImportError('A signing key needs "pasarela-client[signing]".') from missing
        key = load_pem_private_key(pem.encode(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise TypeError("A signing key is an Ed25519 key.")
        self._key = key

    def headers(self, method: str, path: str, body: bytes) -> dict[str, str]:
        digest = f"sha-256=:{b64encode(sha256(body).digest()).decode()}:"
        params = f'("@method" "@path" "content-digest");created={int(time.time())};alg="ed25519"'
        base = "\n".join(
            [
                f'"@method": {method}',
                f'"@path": {path}',
                f'"content-digest": {digest}',
                f'"@signature-params": {params}',
            ]
        )
        signature = b64encode(self._key.sign(base.encode())).decode()
        return {
            "content-digest": digest,
            "signature-input": f"sig={params}",
            "signature": f"sig=:{signature}:",
        }
