-- People who sign in to the dashboard. The first five tables are those of the sign-in (better-auth), under our names.
CREATE TABLE people (
  id                 uuid PRIMARY KEY,
  -- In lower case.
  email              text NOT NULL UNIQUE,
  name               text NOT NULL,
  language           text NOT NULL,
  email_verified     boolean NOT NULL,
  image              text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL
);

CREATE TABLE person_accounts (
  id                       uuid PRIMARY KEY,
  person_id                uuid NOT NULL REFERENCES people (id),
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  -- As scrypt left it.
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  scope                    text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  created_at               timestamptz NOT NULL,
  updated_at               timestamptz NOT NULL,
  UNIQUE (person_id, provider_id)
);

CREATE TABLE person_sessions (
  id         uuid PRIMARY KEY,
  person_id  uuid NOT NULL REFERENCES people (id),
  token      text NOT NULL UNIQUE,
  ip_address text,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX person_sessions_of_person ON person_sessions (person_id);
CREATE INDEX person_sessions_by_end ON person_sessions (expires_at);

-- A sign-in that waits for its second factor.
CREATE TABLE sign_in_steps (
  id         uuid PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX sign_in_steps_by_identifier ON sign_in_steps (identifier);
CREATE INDEX sign_in_steps_by_end ON sign_in_steps (expires_at);

CREATE TABLE second_factors (
  id                        uuid PRIMARY KEY,
  person_id                 uuid NOT NULL UNIQUE REFERENCES people (id),
  -- Encrypted under the row of sign_in_secrets, as the codes are.
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz
);

-- What cookies are signed and second factors encrypted with, sealed under the master secret: one row.
CREATE TABLE sign_in_secrets (
  number smallint PRIMARY KEY CHECK (number = 1),
  sealed bytea NOT NULL
);

-- What somebody is where: at one merchant, or, without one, in the installation.
CREATE TABLE person_roles (
  person_id   uuid NOT NULL REFERENCES people (id),
  merchant_id uuid REFERENCES merchants (id),
  role        text NOT NULL,
  created_at  timestamptz NOT NULL,
  CHECK ((merchant_id IS NULL) = (role IN ('operator', 'approver', 'auditor', 'administrator'))),
  CHECK (role IN ('owner', 'finance', 'developer', 'viewer', 'operator', 'approver', 'auditor', 'administrator')),
  UNIQUE NULLS NOT DISTINCT (person_id, merchant_id)
);
CREATE INDEX person_roles_at ON person_roles (merchant_id);

-- Links that are mailed to people. Their secret follows from the id and the master secret, and is stored nowhere.
CREATE TABLE person_links (
  id          uuid PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('invitation', 'reset')),
  email       text NOT NULL,
  language    text NOT NULL,
  -- Of an invitation.
  merchant_id uuid REFERENCES merchants (id),
  role        text,
  invited_by  text,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  CHECK ((kind = 'invitation') = (role IS NOT NULL))
);
CREATE INDEX person_links_to ON person_links (email);
CREATE INDEX person_links_at ON person_links (merchant_id) WHERE kind = 'invitation' AND used_at IS NULL;

-- Wrong passwords and codes, by who was tried and from where; neither can be read here.
CREATE TABLE sign_in_failures (
  digest   bytea PRIMARY KEY,
  failures integer NOT NULL,
  last_at  timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_at);
