-- Facts about this installation as a whole: its mode, and in the sandbox its master secret.
CREATE TABLE installation (
  name  text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE merchants (
  id                            uuid PRIMARY KEY,
  name                          text NOT NULL,
  contact_email                 text NOT NULL,
  language                      text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'pt', 'en')),
  enabled                       boolean NOT NULL DEFAULT true,
  -- What the merchant may do and within which bounds; its shape is MerchantSettings in merchant.ts.
  settings                      jsonb NOT NULL,
  webhook_url                   text,
  -- Sealed (AES-256-GCM) under a key derived from the master secret.
  webhook_secret                bytea NOT NULL,
  -- After a rotation the old secret signs too, until this time.
  webhook_secret_previous       bytea,
  webhook_secret_previous_until timestamptz,
  created_at                    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  -- The visible part of the key; names it in lists and finds it at a request.
  id          text PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  -- HMAC-SHA256 of the whole key under a key derived from the master secret.
  key_hash    bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- Set when a rotation gives the old key a last day.
  expires_at  timestamptz,
  revoked_at  timestamptz
);
CREATE INDEX api_keys_of_merchant ON api_keys (merchant_id);

-- Every process caches merchants and keys; this tells all of them what to forget.
CREATE FUNCTION announce_merchant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'merchants' THEN
    PERFORM pg_notify('merchant_changed', NEW.id::text);
  ELSE
    PERFORM pg_notify('merchant_changed', NEW.merchant_id::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER merchants_announce AFTER INSERT OR UPDATE ON merchants
  FOR EACH ROW EXECUTE FUNCTION announce_merchant_change();
CREATE TRIGGER api_keys_announce AFTER INSERT OR UPDATE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION announce_merchant_change();
