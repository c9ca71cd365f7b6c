-- One text for SQLite and PostgreSQL; what only PostgreSQL has is in schema.postgresql.sql. {clustered}, {serial}, {place}
-- and {bytewise} stand for the terms that they spell differently. Times are milliseconds since 1970 (UTC). Secrets are stored as
-- SHA-256 hashes only. search_text has the values in which a list is searched, in small letters, each with an end of
-- line after it (storage/query/SearchText).
--
-- Both files describe an empty store of the newest schema. Whoever changes them also changes the file of that version in
-- steps/, which says what a step may do: it brings an older store to exactly the same schema. A new column is the last
-- one of its table.

CREATE TABLE organizations (
    organization_id TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    search_text     TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('MULTI_TEAM', 'SINGLE_TEAM')),
    created_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX organizations_by_name ON organizations (name, organization_id, search_text);
CREATE INDEX organizations_by_creation ON organizations (created_at, organization_id, search_text);
CREATE INDEX organizations_by_start ON organizations (search_text{bytewise}, organization_id);
CREATE INDEX organizations_of_kind ON organizations (kind, name, organization_id, search_text);
CREATE INDEX organizations_of_kind_by_creation ON organizations (kind, created_at, organization_id, search_text);

CREATE TABLE teams (
    team_id         TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    name            TEXT NOT NULL,
    created_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX teams_of_organization ON teams (organization_id, name);

-- How often everything was revoked: all tokens of a credential (its client_id), of an organization (its id), or of the
-- platform ('platform'). Without a row it never was. A grant stores the sum of the four numbers that cover it when it is
-- created, and an organization token that of three. The numbers only grow, so the sum is the same only while each number
-- is, and it is active only while the sum is the same (docs/decisions/0095). times_cleared is the number for which all
-- rows that were active have got an end as well.
CREATE TABLE revocations (
    subject         TEXT PRIMARY KEY,
    times_revoked   INTEGER NOT NULL,
    times_cleared   INTEGER NOT NULL DEFAULT 0,
    revoked_at      BIGINT NOT NULL
) {clustered};

-- active_since is empty while a user is disabled. A grant and a session store times_disabled when they are created and
-- are active only while the user still has the same number. Therefore what was created before a user was disabled stays
-- inactive afterwards, whatever the clocks say (rule 6.4, docs/decisions/0006). An empty password means that the
-- person was invited and has not chosen one yet. version protects against two administrators who change one user at the
-- same time. The second factor is in this table as well, so that one guarded write sees everything that decides:
-- whether the user is active, whether the factor is the same, and whether the code is new. factor_key is the key of the
-- authenticator app, encrypted under the key file. factor_step is the last 30-second period whose code was accepted.
-- passkeys is the number of rows that the user has in the table of this name.
CREATE TABLE users (
    user_id         TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    email           TEXT NOT NULL UNIQUE,
    name            TEXT NOT NULL,
    search_text     TEXT NOT NULL,
    role            TEXT NOT NULL CHECK (role IN ('SUPER_ADMINISTRATOR', 'ORGANIZATION_ADMINISTRATOR', 'MEMBER')),
    password        TEXT NOT NULL,
    active_since    BIGINT,
    times_disabled  INTEGER NOT NULL DEFAULT 0,
    version         INTEGER NOT NULL DEFAULT 1,
    factor_key      BYTEA,
    factor_since    BIGINT,
    factor_step     BIGINT,
    passkeys        INTEGER NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    signed_in_at    BIGINT NOT NULL DEFAULT 0,
    audits          TEXT NOT NULL DEFAULT 'NONE' CHECK (audits IN ('NONE', 'ORGANIZATION', 'PLATFORM'))
) {clustered};

-- One index for each order of a table of users: of one organization, and of the platform. Each has the column that is
-- searched as well, so a page of a long table is found without reading the users. They are written only when a user is
-- created or renamed.
CREATE INDEX users_of_organization ON users (organization_id, name, user_id, search_text);
CREATE INDEX users_by_email ON users (organization_id, email, user_id, search_text);
CREATE INDEX users_by_creation ON users (organization_id, created_at, user_id, search_text);
CREATE INDEX users_by_name ON users (name, user_id, search_text);
CREATE INDEX all_users_by_email ON users (email, user_id, search_text);
CREATE INDEX all_users_by_creation ON users (created_at, user_id, search_text);
CREATE INDEX users_disabled ON users (user_id) WHERE active_since IS NULL;
CREATE INDEX users_disabled_once ON users (user_id, times_disabled) WHERE times_disabled > 0;
CREATE INDEX users_without_factor ON users (organization_id, name, user_id)
    WHERE factor_since IS NULL AND passkeys = 0 AND active_since IS NOT NULL AND password <> '';

-- Filters by which a table of an organization shows few of its users. A statement repeats the condition.
CREATE INDEX users_with_role ON users (organization_id, name, user_id) WHERE role <> 'MEMBER';
CREATE INDEX users_disabled_of_organization ON users (organization_id, name, user_id) WHERE active_since IS NULL;
CREATE INDEX users_invited ON users (organization_id, name, user_id) WHERE password = '';
CREATE INDEX users_auditing ON users (organization_id, name, user_id) WHERE audits <> 'NONE';
CREATE INDEX users_auditing_platform ON users (name, user_id) WHERE audits = 'PLATFORM';
CREATE INDEX users_super ON users (name, user_id) WHERE role = 'SUPER_ADMINISTRATOR';
CREATE INDEX users_by_sign_in ON users
    (organization_id, (CASE WHEN signed_in_at = 0 THEN created_at ELSE signed_in_at END), user_id)
    WHERE active_since IS NOT NULL;

-- A table with very many rows is searched for values that begin with a text (storage/query/StartSearch), in the order of bytes:
-- users by name, by its second word and by e-mail address, organizations and credentials by name. Users have each of
-- these indexes for one organization too, so that users of others are not read there.
CREATE INDEX users_by_name_start ON users (search_text{bytewise}, user_id);
CREATE INDEX users_by_second_name ON users (substr(search_text, {place}(search_text, ' ') + 1){bytewise}, user_id);
CREATE INDEX users_by_email_start ON users (email{bytewise}, user_id);
CREATE INDEX users_by_name_start_in_organization ON users (organization_id, search_text{bytewise}, user_id);
CREATE INDEX users_by_second_name_in_organization ON users
    (organization_id, substr(search_text, {place}(search_text, ' ') + 1){bytewise}, user_id);
CREATE INDEX users_by_email_start_in_organization ON users (organization_id, email{bytewise}, user_id);

CREATE TABLE memberships (
    user_id         TEXT NOT NULL REFERENCES users,
    team_id         TEXT NOT NULL REFERENCES teams,
    administers     INTEGER NOT NULL DEFAULT 0 CHECK (administers IN (0, 1)),
    PRIMARY KEY (user_id, team_id)
) {clustered};

CREATE INDEX memberships_of_team ON memberships (team_id, user_id);
-- The few memberships of team administrators.
CREATE INDEX memberships_administering ON memberships (team_id, user_id) WHERE administers = 1;

-- The unused codes; using a code deletes its row.
CREATE TABLE recovery_codes (
    user_id         TEXT NOT NULL REFERENCES users,
    code_hash       BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) {clustered};

-- Passkeys (WebAuthn). passkey_id is the identifier that the authenticator chose, in base64url. data contains the public
-- key. counter is the number of signatures that the authenticator reported last.
CREATE TABLE passkeys (
    passkey_id      TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    name            TEXT NOT NULL,
    data            BYTEA NOT NULL,
    counter         BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    last_used_at    BIGINT
) {clustered};

CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at, passkey_id);

-- Which account of an external provider belongs to which user. The user creates such a link, or a rule creates it together
-- with a new user. An e-mail address never links an account that exists (ASVS 6.8.1).
CREATE TABLE external_links (
    issuer          TEXT NOT NULL,
    subject         TEXT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users,
    linked_at       BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) {clustered};

-- Filters of lists that people have given a name. list is the name of the section with the list, filters what its address
-- has after the question mark. Others of the organization see a view that is shared. A row of first_views is the view with
-- which a list opens for a person.
CREATE TABLE saved_views (
    view_id         TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    owner_id        TEXT NOT NULL REFERENCES users,
    list            TEXT NOT NULL,
    name            TEXT NOT NULL,
    filters         TEXT NOT NULL,
    shared          INTEGER NOT NULL,
    UNIQUE (owner_id, list, name)
) {clustered};

CREATE TABLE first_views (
    user_id         TEXT NOT NULL REFERENCES users,
    list            TEXT NOT NULL,
    view_id         TEXT NOT NULL,
    PRIMARY KEY (user_id, list)
) {clustered};

CREATE INDEX saved_views_shared ON saved_views (organization_id, list, name, view_id) WHERE shared = 1;
CREATE INDEX first_views_of_view ON first_views (view_id);

-- Contract 2.1. Only organization credentials have subject_id, and team_id if they cover one team. former_owner_id and
-- transferred_at describe the latest change of owner: for a while, users see a notice about it before they allow the
-- app something. networks has one network a line (model/AllowedNetworks); a check reads it. logo is the hash of the image
-- in app_logos.
CREATE TABLE credentials (
    client_id       TEXT PRIMARY KEY,
    type            TEXT NOT NULL CHECK (type IN ('PERSONAL', 'ORGANIZATION')),
    organization_id TEXT NOT NULL REFERENCES organizations,
    team_id         TEXT REFERENCES teams,
    owner_id        TEXT NOT NULL REFERENCES users,
    subject_id      TEXT UNIQUE,
    name            TEXT NOT NULL,
    search_text     TEXT NOT NULL,
    scope           TEXT NOT NULL,
    redirect_uris   TEXT NOT NULL,
    options         TEXT NOT NULL,
    networks        TEXT NOT NULL DEFAULT '',
    version         INTEGER NOT NULL DEFAULT 1,
    created_at      BIGINT NOT NULL,
    deleted_at      BIGINT,
    last_used_at    BIGINT NOT NULL DEFAULT 0,
    last_used_from  TEXT,
    former_owner_id TEXT REFERENCES users,
    transferred_at  BIGINT,
    description     TEXT NOT NULL DEFAULT '',
    homepage        TEXT NOT NULL DEFAULT '',
    privacy         TEXT NOT NULL DEFAULT '',
    logo            TEXT NOT NULL DEFAULT '',
    CHECK ((type = 'ORGANIZATION') = (subject_id IS NOT NULL)),
    CHECK (type = 'ORGANIZATION' OR team_id IS NULL)
) {clustered};

-- One index for each order of a table of credentials. Each has every column that is searched or filtered by, so a page
-- of a long table is found without reading the credentials. deleted_at is in them because SQLite otherwise reads the
-- credential to compare it. While a credential is used, only credentials_by_use changes, every few seconds.
CREATE INDEX credentials_of_owner ON credentials (owner_id, name, client_id);
CREATE INDEX credentials_of_organization ON credentials
    (organization_id, name, client_id, search_text, type, owner_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credentials_by_creation ON credentials
    (organization_id, created_at, client_id, search_text, type, owner_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credentials_by_use ON credentials
    (organization_id, last_used_at, client_id, search_text, type, owner_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX credentials_by_start ON credentials (organization_id, search_text{bytewise}, client_id) WHERE deleted_at IS NULL;

-- The logos of credentials, which nothing reads but the address of a logo (docs/decisions/0098). A logo is deleted with
-- its credential.
CREATE TABLE app_logos (
    client_id       TEXT PRIMARY KEY REFERENCES credentials,
    hash            TEXT NOT NULL,
    image           BYTEA NOT NULL
);

-- What an organization decides about apps without a credential (docs/decisions/0065). Without a row they are denied.
-- hosts has one host a line. decided_by owns the credentials of the apps that the policy lets in.
CREATE TABLE client_policies (
    organization_id TEXT PRIMARY KEY REFERENCES organizations,
    rule            TEXT NOT NULL CHECK (rule IN ('DENY', 'ASK', 'ALLOW')),
    hosts           TEXT NOT NULL,
    scope           TEXT NOT NULL,
    days            INTEGER NOT NULL,
    version         INTEGER NOT NULL,
    decided_by      TEXT NOT NULL REFERENCES users
) {clustered};

-- Those apps. client_id is the credential of an app that was let in; the row is written before the credential, so there
-- is no foreign key. days is how long people can allow it at most, where that is less than the policy says. decided_by is
-- NULL if no person decided.
CREATE TABLE public_clients (
    organization_id TEXT NOT NULL REFERENCES organizations,
    client_key      TEXT NOT NULL,
    host            TEXT,
    name            TEXT NOT NULL,
    redirect_uris   TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('WAITING', 'ALLOWED', 'DENIED')),
    client_id       TEXT UNIQUE,
    asked_by        TEXT NOT NULL REFERENCES users,
    asked_at        BIGINT NOT NULL,
    days            INTEGER,
    note            TEXT NOT NULL DEFAULT '',
    decided_by      TEXT REFERENCES users,
    decided_at      BIGINT,
    PRIMARY KEY (organization_id, client_key)
) {clustered};

CREATE INDEX public_clients_waiting ON public_clients (organization_id, asked_at) WHERE state = 'WAITING';

-- Who has asked for such an app, why, and for which scopes, which are none if the app named none (docs/decisions/0099).
-- They are deleted with the app, and those that a program of schema 27 has left behind with the next one.
CREATE TABLE client_requests (
    organization_id TEXT NOT NULL REFERENCES organizations,
    client_key      TEXT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users,
    reason          TEXT NOT NULL,
    scope           TEXT NOT NULL,
    asked_at        BIGINT NOT NULL,
    PRIMARY KEY (organization_id, client_key, user_id)
) {clustered};

CREATE INDEX client_requests_of_user ON client_requests (user_id, asked_at);

-- A transfer waits until its new owner accepts it (docs/decisions/0046). A credential has at most one offer. The offer
-- is deleted when it is answered or withdrawn, when the credential is deleted, or when the user who made it loses the
-- right to do so.
CREATE TABLE transfer_offers (
    client_id       TEXT PRIMARY KEY REFERENCES credentials,
    to_id           TEXT NOT NULL REFERENCES users,
    by_id           TEXT NOT NULL REFERENCES users,
    offered_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX transfer_offers_to ON transfer_offers (to_id);
CREATE INDEX transfer_offers_by_expiry ON transfer_offers (expires_at);

-- How often credentials are used, and when and from where they were last used. Each node collects this in memory and
-- adds it in batches, never during a call (docs/decisions/0023). There is one row for each scope that calls needed on a
-- day, and one with an empty scope that counts every call of the day once. day is the midnight (UTC) at which the day
-- began.
CREATE TABLE usage (
    client_id       TEXT NOT NULL REFERENCES credentials,
    scope           TEXT NOT NULL,
    day             BIGINT NOT NULL,
    calls           BIGINT NOT NULL,
    PRIMARY KEY (client_id, scope, day)
) {clustered};

CREATE INDEX usage_by_day ON usage (day);

-- The calls of a day by outcome, so that a page reads a few rows however many credentials there are.
-- The subject is an organization, for the calls of all its credentials; a credential, for its refused calls only, because
-- usage has the others; or empty or a number from 1 to 15, for every call here, spread over these rows (storage/operation/DailyCalls).
-- Only they count refused calls without a credential.
CREATE TABLE daily_calls (
    subject         TEXT NOT NULL,
    day             BIGINT NOT NULL,
    outcome         TEXT NOT NULL,
    calls           BIGINT NOT NULL,
    PRIMARY KEY (subject, day, outcome)
) {clustered};

CREATE INDEX daily_calls_by_day ON daily_calls (day);

-- The request log: calls after their answers, many in one row. A row has calls of one credential and one organization that
-- ended in the same five minutes (storage/call/CallBlocks). marks and names say roughly what the content has, so that a
-- search need not read it: a bit for each outcome, kind and reason, and one for each route, person and address by its hash.
-- Rows may outlive their credential, so there is no reference to it.
CREATE TABLE call_blocks (
    block_id        TEXT PRIMARY KEY,
    client_id       TEXT NOT NULL,
    organization_id TEXT NOT NULL,
    first_at        BIGINT NOT NULL,
    last_at         BIGINT NOT NULL,
    calls           INTEGER NOT NULL,
    bytes           INTEGER NOT NULL,
    marks           BIGINT NOT NULL,
    names           BIGINT NOT NULL,
    content         BYTEA NOT NULL
);

CREATE INDEX call_blocks_of_credential ON call_blocks (client_id, last_at, block_id);
CREATE INDEX call_blocks_of_organization ON call_blocks (organization_id, last_at, block_id, bytes);
CREATE INDEX call_blocks_by_time ON call_blocks (last_at, block_id, bytes);

-- What an organization has chosen for its part of the request log. Without a row it is on. days is 0 if it keeps calls as
-- long as the operator does. Calls before deleted_until are deleted.
CREATE TABLE organization_logs (
    organization_id TEXT PRIMARY KEY REFERENCES organizations,
    is_on           INTEGER NOT NULL,
    days            INTEGER NOT NULL,
    deleted_until   BIGINT NOT NULL
) {clustered};

CREATE INDEX organization_logs_off ON organization_logs (organization_id) WHERE is_on = 0;

-- The calls of an hour of a credential, or of an organization, or of everything ('' and numbers, as in daily_calls), and how
-- long they took: t0 counts those below 2 ms, t1 below 5, then 10, 20, 50, 100, 200, 500, 1,000 ms, and t9 the others.
CREATE TABLE call_hours (
    subject         TEXT NOT NULL,
    hour            BIGINT NOT NULL,
    admitted        BIGINT NOT NULL,
    refused         BIGINT NOT NULL,
    failed          BIGINT NOT NULL,
    t0              BIGINT NOT NULL,
    t1              BIGINT NOT NULL,
    t2              BIGINT NOT NULL,
    t3              BIGINT NOT NULL,
    t4              BIGINT NOT NULL,
    t5              BIGINT NOT NULL,
    t6              BIGINT NOT NULL,
    t7              BIGINT NOT NULL,
    t8              BIGINT NOT NULL,
    t9              BIGINT NOT NULL,
    PRIMARY KEY (subject, hour)
) {clustered};

CREATE INDEX call_hours_by_hour ON call_hours (hour);

-- Up to when the calls of each running process are in the request log, and the processes that ended without stopping.
CREATE TABLE call_writers (
    writer_id       TEXT PRIMARY KEY,
    written_at      BIGINT NOT NULL
) {clustered};

CREATE TABLE call_gaps (
    from_at         BIGINT PRIMARY KEY,
    noticed_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX call_gaps_by_time ON call_gaps (noticed_at);

-- The calls of a row of the route table on a day, of each credential, and of all of them in the row without a client_id.
CREATE TABLE route_calls (
    path            TEXT NOT NULL,
    method          TEXT NOT NULL,
    day             BIGINT NOT NULL,
    client_id       TEXT NOT NULL,
    calls           BIGINT NOT NULL,
    refused         BIGINT NOT NULL,
    last_at         BIGINT NOT NULL,
    PRIMARY KEY (path, method, day, client_id)
) {clustered};

CREATE INDEX route_calls_by_day ON route_calls (day);
CREATE INDEX route_calls_of_all ON route_calls (day, path, method) WHERE client_id = '';

-- ending is the last four characters of the secret, so that people can tell secrets apart. The other 51 characters are
-- never stored.
CREATE TABLE client_secrets (
    secret_hash     BYTEA PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    ending          TEXT NOT NULL,
    created_by      TEXT NOT NULL REFERENCES users,
    created_at      BIGINT NOT NULL,
    retired_at      BIGINT,
    last_used_at    BIGINT
) {clustered};

CREATE INDEX client_secrets_of_credential ON client_secrets (client_id);

-- ended_at may be in the future: an old token and its replacement overlap. A token that ended at once has 0, which is
-- in the past of every clock. ending is as in client_secrets. announced_at is when people were told of the end.
CREATE TABLE organization_tokens (
    token_hash      BYTEA PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    scope           TEXT NOT NULL,
    ending          TEXT NOT NULL,
    issued_by       TEXT NOT NULL REFERENCES users,
    issued_at       BIGINT NOT NULL,
    ended_at        BIGINT,
    last_used_at    BIGINT,
    announced_at    BIGINT,
    times_revoked   INTEGER NOT NULL DEFAULT 0
) {clustered};

CREATE INDEX organization_tokens_of_credential ON organization_tokens (client_id);
CREATE INDEX organization_tokens_ending ON organization_tokens (ended_at) WHERE ended_at > 0;

-- One consent. A grant has at most one active pair, so a pair is revoked by ending its grant. This is one write, and a
-- refresh at the same time finds no active grant to continue (rule 3.8). A grant counts once its code was
-- exchanged: before that, no client has a token of it. owner_id and redirect_uris are those of the credential at the time
-- of the consent, so that the next consent page can say what has changed since then. resource is the path of the part
-- of the open interface for which the app has requested its tokens (RFC 8707); without one they are for all of it. A
-- pair has one of its own, because an app may request a token for a part of what the grant covers. scope_separator is
-- the one that the app used in its request, and can read in token responses.
CREATE TABLE grants (
    grant_id        TEXT PRIMARY KEY,
    client_id       TEXT NOT NULL REFERENCES credentials,
    user_id         TEXT NOT NULL REFERENCES users,
    team_id         TEXT NOT NULL REFERENCES teams,
    scope           TEXT NOT NULL,
    resource        TEXT,
    consented_at    BIGINT NOT NULL,
    exchanged_at    BIGINT,
    ends_at         BIGINT NOT NULL,
    ended_at        BIGINT,
    times_disabled  INTEGER NOT NULL DEFAULT 0,
    first_used_at   BIGINT,
    last_used_at    BIGINT,
    owner_id        TEXT NOT NULL,
    redirect_uris   TEXT NOT NULL,
    scope_separator TEXT NOT NULL DEFAULT ',',
    times_revoked   INTEGER NOT NULL DEFAULT 0
) {clustered};

CREATE INDEX grants_of_user ON grants (user_id, client_id);
CREATE INDEX grants_of_team ON grants (team_id, consented_at, grant_id) WHERE ended_at IS NULL;
CREATE INDEX grants_by_end ON grants (ends_at);

-- A grant has at most one active pair, so these two indexes count the tokens and the codes of a credential without
-- reading their tables. An index of pairs by credential would be written at every refresh, and for a counter all exchanges
-- of one credential would wait for each other. The price: a grant whose refresh token has expired unused still counts.
-- The first also has what the list of the people who allowed an app needs, with the columns of its own condition, because
-- SQLite compares them again. There is no index by last use, because each recorded use would have to update it.
CREATE INDEX grants_exchanged ON grants (client_id, consented_at, grant_id, ends_at, user_id, ended_at, exchanged_at)
    WHERE ended_at IS NULL AND exchanged_at IS NOT NULL;
CREATE INDEX grants_waiting ON grants (client_id, consented_at) WHERE ended_at IS NULL AND exchanged_at IS NULL;

-- Codes and tokens have no foreign key to their grant. A row whose grant was purged is inactive because the join finds
-- no grant, and a foreign key would have to be checked for every row that is purged. A spent code is kept as long as
-- its grant, so that a late second use is still recognised (rule 1.9): a stolen code is often used late, and after the end
-- of the grant there is nothing left to end. redirect_uri is the address to which the
-- code was sent, without its query (rule 1.2).
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

-- Requests of devices (RFC 8628). The hash of the user code needs a key, because the code is short. address is where the
-- device asked from. A denied request is decided and has no grant. A request is kept for a while after its end, so that
-- the device is told that it has expired.
CREATE TABLE device_requests (
    device_hash     BYTEA PRIMARY KEY,
    user_code_hash  BYTEA NOT NULL UNIQUE,
    client_id       TEXT NOT NULL REFERENCES credentials,
    scope           TEXT NOT NULL,
    address         TEXT NOT NULL,
    requested_at    BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    kept_until      BIGINT NOT NULL,
    decided_at      BIGINT,
    grant_id        TEXT,
    spent_at        BIGINT
) {clustered};

CREATE INDEX device_requests_by_end ON device_requests (kept_until);

-- The active pair of a grant. A refresh replaces both tokens in this row, and the ended ones go to the next two tables.
-- rotated_at is set only by programs of schema 27, which insert a new row for each refresh instead.
CREATE TABLE pairs (
    access_hash        BYTEA PRIMARY KEY,
    refresh_hash       BYTEA NOT NULL UNIQUE,
    grant_id           TEXT NOT NULL,
    scope              TEXT NOT NULL,
    resource           TEXT,
    access_expires_at  BIGINT NOT NULL,
    refresh_expires_at BIGINT NOT NULL,
    rotated_at         BIGINT
) {clustered};

CREATE INDEX pairs_by_expiry ON pairs (refresh_expires_at);

-- The refresh tokens that were replaced, until they would have expired, because a second use must be recognised
-- (rule 2.6). There are thirty for an active pair if an app refreshes once a day, so a row is small: refresh_key is
-- the first half of the hash, which no two tokens share by chance. PostgreSQL has a partition for each day.
CREATE TABLE rotated_refresh (
    kept_until      BIGINT NOT NULL,
    rotated_at      BIGINT NOT NULL,
    refresh_key     BYTEA NOT NULL,
    grant_id        TEXT NOT NULL,
    PRIMARY KEY (refresh_key, kept_until)
) {partitioned by kept_until};

-- The access tokens that were replaced, only as long as a revocation by one of them ends the new pair (rule 3.8).
CREATE TABLE rotated_access (
    access_hash     BYTEA PRIMARY KEY,
    grant_id        TEXT NOT NULL,
    rotated_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX rotated_access_by_time ON rotated_access (rotated_at);

-- Tokens that the holder of a token obtained for an agent or a job (docs/decisions/0063). A row says nothing about the end
-- of its parent: a check reads the rows of the chain, and then the token at its beginning (first_hash, a row of pairs
-- or organization_tokens). parent_hash is that token or another child token. actors has the names of all actors of the
-- chain. Revoking a child token deletes its row. There is no foreign key, as in pairs.
CREATE TABLE child_tokens (
    token_hash      BYTEA PRIMARY KEY,
    parent_hash     BYTEA NOT NULL,
    first_hash      BYTEA NOT NULL,
    first_kind      TEXT NOT NULL CHECK (first_kind IN ('PERSONAL', 'ORGANIZATIONAL')),
    client_id       TEXT NOT NULL,
    user_id         TEXT,
    scope           TEXT NOT NULL,
    actors          TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX child_tokens_of_credential ON child_tokens (client_id, created_at);
CREATE INDEX child_tokens_of_user ON child_tokens (user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX child_tokens_of_first ON child_tokens (first_hash, expires_at);
CREATE INDEX child_tokens_by_expiry ON child_tokens (expires_at);

-- The response for a repeated refresh (rule 2.7). It can be decrypted only with its refresh token, of which only
-- the hash is stored. If it were in the row of its pair, a rotation would have to rewrite every index of the pair.
CREATE TABLE answers (
    refresh_hash    BYTEA PRIMARY KEY,
    request_hash    BYTEA NOT NULL,
    sealed_answer   BYTEA NOT NULL,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX answers_by_end ON answers (kept_until);

-- browser and operating_system are names of model/person/Device, never the header from which they were recognised.
CREATE TABLE sessions (
    session_hash    BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    times_disabled  INTEGER NOT NULL DEFAULT 0,
    signed_in_at    BIGINT NOT NULL,
    seen_at         BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    address         TEXT NOT NULL,
    browser         TEXT NOT NULL,
    operating_system TEXT NOT NULL
) {clustered};

CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The password was correct and the code of the second factor is missing. These rows are not sessions, and no page
-- accepts them as such.
CREATE TABLE pending_sign_ins (
    key_hash        BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX pending_sign_ins_of_user ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- Browsers on their way to an external provider and back. session_hash is the session of a user who links an account of
-- the provider; it is empty for a sign-in.
CREATE TABLE external_sign_ins (
    key_hash        BYTEA PRIMARY KEY,
    provider        TEXT NOT NULL,
    session_hash    BYTEA,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX external_sign_ins_by_expiry ON external_sign_ins (expires_at);

-- A user may have several links, so a stranger who requests one ends none. The limits on requests bound their number. A
-- fixed number of links, of which a new one ends the oldest, would let ten requests of a stranger end that of the user. A
-- new link of an administrator replaces the previous link of an administrator. The first link that is used ends all.
CREATE TABLE password_links (
    link_hash       BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    made_by         TEXT NOT NULL CHECK (made_by IN ('ADMINISTRATOR', 'FORGOTTEN')),
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX password_links_of_user ON password_links (user_id);
CREATE INDEX password_links_by_expiry ON password_links (expires_at);

-- Forms that create a secret, by the id with which each was shown: sending a form a second time creates nothing. A row
-- is kept as long as the session in which the form was shown can be active.
CREATE TABLE sent_forms (
    form_id         TEXT PRIMARY KEY,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX sent_forms_by_end ON sent_forms (kept_until);

-- A bucket of failures. full_until is the time at which it would be empty again.
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

-- Keys that sign assertions for the services behind the gateway (rule 4.3). If several nodes add the next
-- generation at the same time, the primary key lets only one succeed. sealed_key is the private key, encrypted under
-- the key file, which is never stored in the database.
CREATE TABLE signing_keys (
    generation      INTEGER PRIMARY KEY,
    key_id          TEXT NOT NULL UNIQUE,
    sealed_key      BYTEA NOT NULL,
    signs_from      BIGINT NOT NULL
) {clustered};

-- Every entry belongs to one organization if one can be determined, so that its administrators find it.
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
    address         TEXT NOT NULL,
    detail          TEXT,
    request_id      TEXT,
    -- The names as they were then (docs/decisions/0100).
    recorded_actor  TEXT,
    recorded_about  TEXT,
    recorded_client TEXT,
    recorded_organization TEXT,
    recorded_team   TEXT
);

-- One index for each filter of the audit page, in the order of the entries (storage/audit/AuditConditions). The first four
-- make every refresh slower. The others contain only rare entries, which no refresh writes. The table has no partitions
-- by day, because people read it across days, and each query would ask each day.
CREATE INDEX audit_by_time ON audit (at, entry_id);
CREATE INDEX audit_of_organization ON audit (organization_id, at, entry_id);
CREATE INDEX audit_of_credential ON audit (client_id, at, entry_id);
CREATE INDEX audit_of_address ON audit (address, at, entry_id);
CREATE INDEX audit_of_actor ON audit (user_id, at, entry_id) WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_about_user ON audit (about_user_id, at, entry_id) WHERE about_user_id IS NOT NULL;
CREATE INDEX audit_of_actor_in_organization ON audit ((organization_id || ' ' || user_id), at, entry_id)
    WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_about_user_in_organization ON audit ((organization_id || ' ' || about_user_id), at, entry_id)
    WHERE about_user_id IS NOT NULL;
CREATE INDEX audit_of_event ON audit (event, at, entry_id) WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_of_event_in_organization ON audit (organization_id, event, at, entry_id)
    WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_of_request ON audit (request_id, at, entry_id)
    WHERE request_id IS NOT NULL AND event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_of_request_in_organization ON audit ((organization_id || ' ' || request_id), at, entry_id)
    WHERE request_id IS NOT NULL AND event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_rare_by_number ON audit (entry_id) WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_alerting ON audit (entry_id)
    WHERE event IN ('SECRET_LEAK', 'CREDENTIAL_CREATE', 'CREDENTIAL_CHANGE', 'TOKEN_REISSUE')
       OR outcome IN ('token_replayed', 'code_spent');
CREATE INDEX audit_rare ON audit (at, entry_id) WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_rare_in_organization ON audit (organization_id, at, entry_id)
    WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_refused ON audit (at, entry_id)
    WHERE outcome NOT IN ('ok', 'password_again', 'code_awaited', 'passkey', 'all_others', 'all', 'session_by_administrator', 'access_by_administrator', 'all_by_administrator', 'forgotten', 'on_device', 'unused');
CREATE INDEX audit_refused_in_organization ON audit (organization_id, at, entry_id)
    WHERE outcome NOT IN ('ok', 'password_again', 'code_awaited', 'passkey', 'all_others', 'all', 'session_by_administrator', 'access_by_administrator', 'all_by_administrator', 'forgotten', 'on_device', 'unused');

-- What start pages show. A refresh writes no entry of these.
CREATE INDEX audit_beginnings ON audit (organization_id, at, entry_id) WHERE event IN ('CONSENT', 'CREDENTIAL_CREATE');

-- Signed statements about the lines of the audit log (docs/decisions/0106, model/audit/seal/AuditSeal). others has the
-- number and the hash of each line that no app wrote alone, which stay when retention deletes some of the lines. Seals
-- are deleted from the oldest on; total is the number of seals and hashes up to this one.
CREATE TABLE audit_seals (
    number          BIGINT PRIMARY KEY,
    after_entry     BIGINT NOT NULL,
    last_entry      BIGINT NOT NULL,
    lines           INTEGER NOT NULL,
    others          BYTEA NOT NULL,
    apps            TEXT NOT NULL,
    oldest_at       BIGINT NOT NULL,
    latest_at       BIGINT NOT NULL,
    earlier_at      BIGINT NOT NULL,
    keeps_lines     BIGINT NOT NULL,
    keeps_days      INTEGER NOT NULL,
    sealed_at       BIGINT NOT NULL,
    previous        TEXT NOT NULL,
    public_key      TEXT NOT NULL,
    known_keys      TEXT NOT NULL,
    signature       TEXT NOT NULL,
    total           BIGINT NOT NULL
);

-- What sends events to other systems has read the audit log up to this entry (docs/decisions/0103).
CREATE TABLE event_positions (
    subscriber      TEXT PRIMARY KEY,
    entry_id        BIGINT NOT NULL
) {clustered};

-- The endpoints that receive events (webhooks), of an organization or of the platform, which has no organization_id.
-- types has one type of events a line; none means all. sealed_secret is encrypted under the key file. Entries of the audit
-- log up to after_entry are not for it. waiting is the number of its deliveries in this state, and last_number that of its
-- latest one.
CREATE TABLE event_endpoints (
    endpoint_id     TEXT PRIMARY KEY,
    organization_id TEXT REFERENCES organizations,
    url             TEXT NOT NULL,
    description     TEXT NOT NULL,
    types           TEXT NOT NULL,
    sealed_secret   BYTEA NOT NULL,
    public_key      TEXT NOT NULL,
    previous_until  BIGINT,
    after_entry     BIGINT NOT NULL,
    waiting         INTEGER NOT NULL DEFAULT 0,
    last_number     BIGINT NOT NULL DEFAULT 0,
    failing_since   BIGINT,
    disabled_at     BIGINT,
    disabled_why    TEXT,
    created_at      BIGINT NOT NULL,
    version         INTEGER NOT NULL DEFAULT 1
) {clustered};

CREATE INDEX event_endpoints_of_organization ON event_endpoints (organization_id, created_at, endpoint_id);
CREATE INDEX event_endpoints_active ON event_endpoints (after_entry) WHERE disabled_at IS NULL;
CREATE INDEX event_endpoints_sending ON event_endpoints (endpoint_id) WHERE waiting > 0;

-- An event on its way to an endpoint, and for a while afterwards. number is its place in the order of the endpoint. Of the
-- waiting ones about one subject, only the oldest has a next_attempt_at. While it is attempted, that is the end of the
-- attempt's lease. kept_until is empty while it waits.
CREATE TABLE event_deliveries (
    endpoint_id     TEXT NOT NULL REFERENCES event_endpoints,
    number          BIGINT NOT NULL,
    event_id        TEXT NOT NULL,
    type            TEXT NOT NULL,
    subject         TEXT NOT NULL,
    payload         TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    queued_at       BIGINT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('WAITING', 'DELIVERED', 'GIVEN_UP')),
    next_attempt_at BIGINT,
    attempts        INTEGER NOT NULL DEFAULT 0,
    attempted_at    BIGINT,
    status          INTEGER,
    answer          TEXT,
    took            INTEGER,
    kept_until      BIGINT,
    PRIMARY KEY (endpoint_id, number)
) {clustered};

CREATE INDEX event_deliveries_due ON event_deliveries (endpoint_id, next_attempt_at, number) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX event_deliveries_of_subject ON event_deliveries (endpoint_id, subject, number) WHERE state = 'WAITING';
CREATE INDEX event_deliveries_in_state ON event_deliveries (endpoint_id, state, number);
CREATE INDEX event_deliveries_by_end ON event_deliveries (kept_until) WHERE kept_until IS NOT NULL;

-- Alerts (docs/decisions/0104). Of a kind and a subject one is open at most. name and detail are as they were when it was
-- opened; closed_by is the person or machine who closed it. Without a row in alert_rules, a kind is on.
CREATE TABLE alerts (
    alert_id        TEXT PRIMARY KEY,
    organization_id TEXT REFERENCES organizations,
    kind            TEXT NOT NULL,
    subject         TEXT NOT NULL,
    client_id       TEXT REFERENCES credentials,
    name            TEXT NOT NULL,
    detail          TEXT NOT NULL,
    times           BIGINT NOT NULL,
    first_at        BIGINT NOT NULL,
    last_at         BIGINT NOT NULL,
    closed_at       BIGINT,
    closed_why      TEXT,
    closed_by       TEXT,
    kept_until      BIGINT
) {clustered};

CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_of_subject ON alerts (kind, subject, first_at);
CREATE INDEX alerts_of_organization ON alerts (organization_id, first_at, alert_id);
CREATE INDEX alerts_open_of_organization ON alerts (organization_id, first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_open_of_kind ON alerts (organization_id, kind, first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_open_by_time ON alerts (first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_time ON alerts (first_at, alert_id);
CREATE INDEX alerts_of_credential ON alerts (client_id, first_at) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_end ON alerts (kept_until) WHERE kept_until IS NOT NULL;

CREATE TABLE alert_rules (
    organization_id TEXT NOT NULL REFERENCES organizations,
    kind            TEXT NOT NULL,
    is_on           INTEGER NOT NULL,
    threshold       INTEGER NOT NULL,
    PRIMARY KEY (organization_id, kind)
) {clustered};

CREATE TABLE alert_mutes (
    kind            TEXT NOT NULL,
    subject         TEXT NOT NULL,
    muted_until     BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
) {clustered};

CREATE INDEX alert_mutes_by_end ON alert_mutes (muted_until);

-- Mails that the mail server has not accepted yet (storage.event.WaitingMails). sealed_mail has the address, the subject and
-- the text, encrypted under the key file. number: the order of mails of one moment. organization_id: the organization that causes it, if one does.
CREATE TABLE mails (
    mail_id         TEXT PRIMARY KEY,
    number          BIGINT NOT NULL,
    user_id         TEXT NOT NULL,
    organization_id TEXT,
    sealed_mail     BYTEA NOT NULL,
    created_at      BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX mails_due ON mails (next_attempt_at, number);
CREATE INDEX mails_to_person ON mails (user_id);
CREATE INDEX mails_of_organization ON mails (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX mails_by_end ON mails (kept_until);

-- From which networks a credential has called: at most 20 of them, of which the one that was not used for the longest time
-- is replaced (storage.credential.CredentialNetworks). They are deleted with the credential.
CREATE TABLE credential_networks (
    client_id       TEXT NOT NULL REFERENCES credentials,
    network         TEXT NOT NULL,
    first_at        BIGINT NOT NULL,
    last_at         BIGINT NOT NULL,
    PRIMARY KEY (client_id, network)
) {clustered};

-- The definition of an active grant (contract 3), in one place: the grant has not ended, not everything that it belongs to
-- was revoked since the consent, its credential is not deleted, the owner of the credential is active, the user has not
-- been disabled since the consent, and the user is in the team. The owner and the organization of the credential are
-- returned as well, because a cached token depends on them.
CREATE VIEW counted_grants AS
    SELECT g.grant_id, g.client_id, g.user_id, g.team_id, g.scope, g.resource, g.ends_at, c.options, c.networks, c.owner_id,
           g.times_disabled, u.email, t.organization_id, g.scope_separator, c.organization_id AS home_id, g.times_revoked,
           g.last_used_at
      FROM grants g
      JOIN credentials c ON c.client_id = g.client_id AND c.deleted_at IS NULL
      JOIN users o ON o.user_id = c.owner_id AND o.active_since IS NOT NULL
      JOIN users u ON u.user_id = g.user_id AND u.active_since IS NOT NULL AND u.times_disabled = g.times_disabled
      JOIN memberships m ON m.user_id = g.user_id AND m.team_id = g.team_id
      JOIN teams t ON t.team_id = g.team_id
     WHERE g.ended_at IS NULL
       AND g.times_revoked =
           (SELECT COALESCE(SUM(r.times_revoked), 0) FROM revocations r
             WHERE r.subject IN (c.client_id, c.organization_id, 'platform'))
           + (SELECT COALESCE(SUM(r.times_revoked), 0) FROM revocations r WHERE r.subject = t.organization_id);

-- The same, with the columns that it had in schema 27, and no others. Programs have prepared statements that return all of
-- them, and PostgreSQL refuses these once a column was added ("cached plan must not change result type").
CREATE VIEW live_grants AS
    SELECT g.grant_id, g.client_id, g.user_id, g.team_id, g.scope, g.resource, g.ends_at, g.options, g.networks, g.owner_id,
           g.times_disabled, g.email, g.organization_id, g.scope_separator
      FROM counted_grants g;

-- A review of who and what has access in an organization: what was there when it began, and what was decided about each.
-- Names and scopes are those of that time. An item whose access is being ended is ENDING until the act was done; whoever
-- ends it once more completes it. report is what is signed, as JSON. public_key and signature follow within a minute.
CREATE TABLE access_reviews (
    review_id       TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    started_by      TEXT NOT NULL,
    started_at      BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    reminded_at     BIGINT,
    items           INTEGER NOT NULL,
    decided         INTEGER NOT NULL DEFAULT 0,
    is_partial      INTEGER NOT NULL,
    completed_at    BIGINT,
    completed_by    TEXT,
    report          TEXT,
    public_key      TEXT,
    signature       TEXT,
    kept_until      BIGINT
) {clustered};

CREATE TABLE access_review_items (
    review_id       TEXT NOT NULL,
    number          INTEGER NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('PERSON', 'TOKEN', 'GRANT')),
    subject         TEXT NOT NULL,
    client_id       TEXT,
    name            TEXT NOT NULL,
    about           TEXT NOT NULL,
    role            TEXT,
    scope           TEXT NOT NULL,
    last_used_at    BIGINT,
    decision        TEXT CHECK (decision IN ('KEPT', 'NARROWED', 'ENDING', 'ENDED')),
    decided_by      TEXT,
    decided_at      BIGINT,
    note            TEXT NOT NULL DEFAULT '',
    kept_until      BIGINT,
    PRIMARY KEY (review_id, number)
) {clustered};

CREATE TABLE access_review_schedules (
    organization_id TEXT PRIMARY KEY REFERENCES organizations,
    months          INTEGER NOT NULL,
    next_at         BIGINT NOT NULL
) {clustered};

CREATE INDEX access_reviews_of_organization ON access_reviews (organization_id, started_at, review_id);
CREATE UNIQUE INDEX access_reviews_one_running ON access_reviews (organization_id) WHERE completed_at IS NULL;
CREATE INDEX access_reviews_running ON access_reviews (due_at, review_id) WHERE completed_at IS NULL;
CREATE INDEX access_reviews_unsigned ON access_reviews (review_id) WHERE completed_at IS NOT NULL AND signature IS NULL;
CREATE INDEX access_reviews_by_end ON access_reviews (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX access_review_items_by_end ON access_review_items (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX access_review_items_open ON access_review_items (review_id, number) WHERE decision IS NULL OR decision = 'ENDING';
CREATE INDEX access_review_schedules_due ON access_review_schedules (next_at);

-- The organization tokens that are active until ended_at, which may be in the future.
CREATE VIEW live_tokens AS
    SELECT t.token_hash, t.client_id, t.scope, t.ended_at, t.times_revoked, c.subject_id, c.organization_id, c.team_id,
           c.networks
      FROM organization_tokens t
      JOIN credentials c ON c.client_id = t.client_id AND c.deleted_at IS NULL
     WHERE t.times_revoked =
           (SELECT COALESCE(SUM(r.times_revoked), 0) FROM revocations r
             WHERE r.subject IN (c.client_id, c.organization_id, 'platform'));
