-- One text for SQLite and PostgreSQL. {clustered} and {serial} are the two words they spell differently.
-- Times are milliseconds since 1970 (UTC). Secrets are stored as SHA-256 only.

CREATE TABLE organizations (
    organization_id TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('MULTI_TEAM', 'SINGLE_TEAM')),
    created_at      BIGINT NOT NULL
) {clustered};

CREATE TABLE teams (
    team_id         TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    name            TEXT NOT NULL,
    created_at      BIGINT NOT NULL
) {clustered};

-- active_since is empty while a user is disabled, and moves to the present when the user is enabled again:
-- what was signed in, consented or issued before stays dead (decision 6.4).
CREATE TABLE users (
    user_id         TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    email           TEXT NOT NULL UNIQUE,
    name            TEXT NOT NULL,
    role            TEXT NOT NULL CHECK (role IN ('SUPER_ADMINISTRATOR', 'ORGANIZATION_ADMINISTRATOR', 'MEMBER')),
    password        TEXT NOT NULL,
    active_since    BIGINT,
    created_at      BIGINT NOT NULL
) {clustered};

CREATE TABLE memberships (
    user_id         TEXT NOT NULL REFERENCES users,
    team_id         TEXT NOT NULL REFERENCES teams,
    administers     INTEGER NOT NULL DEFAULT 0 CHECK (administers IN (0, 1)),
    PRIMARY KEY (user_id, team_id)
) {clustered};

-- Contract 2.1. subject_id and team_id (the reach) belong to organization credentials alone.
CREATE TABLE credentials (
    client_id       TEXT PRIMARY KEY,
    type            TEXT NOT NULL CHECK (type IN ('PERSONAL', 'ORGANIZATION')),
    organization_id TEXT NOT NULL REFERENCES organizations,
    team_id         TEXT REFERENCES teams,
    owner_id        TEXT NOT NULL REFERENCES users,
    subject_id      TEXT UNIQUE,
    name            TEXT NOT NULL,
    scope           TEXT NOT NULL,
    redirect_uris   TEXT NOT NULL,
    options         TEXT NOT NULL,
    version         INTEGER NOT NULL DEFAULT 1,
    created_at      BIGINT NOT NULL,
    deleted_at      BIGINT,
    CHECK ((type = 'ORGANIZATION') = (subject_id IS NOT NULL)),
    CHECK (type = 'ORGANIZATION' OR team_id IS NULL)
) {clustered};

CREATE INDEX credentials_of_owner ON credentials (owner_id);
CREATE INDEX credentials_of_organization ON credentials (organization_id);

CREATE TABLE client_secrets (
    secret_hash     BYTEA PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    created_at      BIGINT NOT NULL,
    retired_at      BIGINT,
    last_used_at    BIGINT
) {clustered};

CREATE INDEX client_secrets_of_credential ON client_secrets (client_id);

CREATE TABLE organization_tokens (
    token_hash      BYTEA PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    scope           TEXT NOT NULL,
    issued_at       BIGINT NOT NULL,
    ended_at        BIGINT
) {clustered};

CREATE INDEX organization_tokens_of_credential ON organization_tokens (client_id);

-- One consent. A grant has at most one live pair, so ending the grant is how a pair is revoked: one write,
-- and a refresh that runs beside it finds nothing left to continue (decision 3.8).
CREATE TABLE grants (
    grant_id        TEXT PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    user_id         TEXT NOT NULL REFERENCES users,
    team_id         TEXT NOT NULL REFERENCES teams,
    scope           TEXT NOT NULL,
    consented_at    BIGINT NOT NULL,
    ends_at         BIGINT NOT NULL,
    ended_at        BIGINT
) {clustered};

CREATE INDEX grants_of_user ON grants (user_id, client_id);
CREATE INDEX grants_by_end ON grants (ends_at);

-- No code or pair refers to its grant by a constraint: a row whose grant is purged is dead by the join, and a
-- constraint would have to be looked up for every row purged.
-- A spent code is kept as long as its grant, so that a late second use is still recognised (decision 1.9).
-- redirect_uri is where the code was sent, without its query (decision 1.2).
CREATE TABLE codes (
    code_hash       BYTEA PRIMARY KEY,
    grant_id        TEXT NOT NULL,
    redirect_uri    TEXT NOT NULL,
    challenge       TEXT,
    expires_at      BIGINT NOT NULL,
    spent_at        BIGINT,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX codes_by_end ON codes (kept_until);

-- request_hash and sealed_answer keep one answer for a repeated refresh, unreadable without its refresh token (decision 2.7).
CREATE TABLE pairs (
    access_hash        BYTEA PRIMARY KEY,
    refresh_hash       BYTEA NOT NULL UNIQUE,
    grant_id           TEXT NOT NULL,
    scope              TEXT NOT NULL,
    access_expires_at  BIGINT NOT NULL,
    refresh_expires_at BIGINT NOT NULL,
    rotated_at         BIGINT,
    request_hash       BYTEA,
    sealed_answer      BYTEA
) {clustered};

CREATE INDEX pairs_by_expiry ON pairs (refresh_expires_at);
CREATE INDEX pairs_with_answer ON pairs (rotated_at) WHERE sealed_answer IS NOT NULL;

CREATE TABLE requests (
    request_id      TEXT PRIMARY KEY,
    browser_hash    BYTEA NOT NULL,
    query           TEXT NOT NULL,
    expires_at      BIGINT NOT NULL,
    decided_at      BIGINT
) {clustered};

CREATE INDEX requests_by_expiry ON requests (expires_at);

CREATE TABLE sessions (
    session_hash    BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    signed_in_at    BIGINT NOT NULL,
    seen_at         BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    address         TEXT NOT NULL
) {clustered};

CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A bucket of failures; full_until is the moment at which it would be empty again.
CREATE TABLE throttles (
    bucket          BYTEA PRIMARY KEY,
    full_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX throttles_by_end ON throttles (full_until);

CREATE TABLE setup_keys (
    key_hash        BYTEA PRIMARY KEY,
    created_at      BIGINT NOT NULL,
    used_at         BIGINT
) {clustered};

CREATE TABLE audit (
    entry_id        {serial},
    at              BIGINT NOT NULL,
    event           TEXT NOT NULL,
    outcome         TEXT NOT NULL,
    user_id         TEXT,
    about_user_id   TEXT,
    client_id       TEXT,
    organization_id TEXT,
    team_id         TEXT,
    address         TEXT NOT NULL
);

CREATE INDEX audit_by_time ON audit (at);

-- What it means to be alive, said once (contract 3): the grant stands, its credential is not deleted and its
-- owner active, and the user has been active since the consent.
CREATE VIEW live_grants AS
    SELECT g.grant_id, g.client_id, g.user_id, g.team_id, g.scope, g.ends_at, c.options,
           u.email, t.organization_id
      FROM grants g
      JOIN credentials c ON c.client_id = g.client_id AND c.deleted_at IS NULL
      JOIN users o ON o.user_id = c.owner_id AND o.active_since IS NOT NULL
      JOIN users u ON u.user_id = g.user_id AND u.active_since <= g.consented_at
      JOIN memberships m ON m.user_id = g.user_id AND m.team_id = g.team_id
      JOIN teams t ON t.team_id = g.team_id
     WHERE g.ended_at IS NULL;
