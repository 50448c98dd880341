-- Browsers in which a person has signed in before. A sign-in in another one is mailed to them.
CREATE TABLE known_browsers (
  person_id    uuid NOT NULL REFERENCES people (id),
  -- SHA-256 of the token in the browser's cookie.
  token_digest bytea NOT NULL,
  used_at      timestamptz NOT NULL,
  PRIMARY KEY (person_id, token_digest)
);
