-- Keys of somebody's phone, computer or security token, by which they sign in instead of by password.
CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  person_id     uuid NOT NULL REFERENCES people (id),
  name          text NOT NULL,
  -- As the browser names it, in base64url.
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  -- How often it has signed, where it counts: one that goes back was copied.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkeys_of_person ON passkeys (person_id);
