-- Brings a store of schema 27 to 28 (docs/decisions/0003). The notation is that of schema.sql.
--
-- 28.postgresql.sql (28.sqlite.sql) has what only that database needs. All of it runs in one transaction, and then the
-- indexes of this file are built, on PostgreSQL concurrently. Views are not in a step: they are created anew from
-- schema.sql.
--
-- A step only adds: columns with a constant default, tables, indexes. Programs of the version before work on the store
-- while it is brought to this one and afterwards, so nothing that they use is renamed, removed or made stricter. A later
-- step removes what no program needs any more. New columns are at the end of their table, here and in schema.sql, before
-- the constraints of the table. A view keeps its columns: see live_grants. No statement here reads or rewrites a large table, because all others wait for it.

ALTER TABLE schema_version ADD COLUMN oldest_program INTEGER NOT NULL DEFAULT 0;
ALTER TABLE schema_version ADD COLUMN tables_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE schema_version ADD COLUMN complete_version INTEGER NOT NULL DEFAULT 0;

CREATE TABLE revocations (
    subject         TEXT PRIMARY KEY,
    times_revoked   INTEGER NOT NULL,
    times_cleared   INTEGER NOT NULL DEFAULT 0,
    revoked_at      BIGINT NOT NULL
) {clustered};

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

ALTER TABLE organization_tokens ADD COLUMN times_revoked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grants ADD COLUMN times_revoked INTEGER NOT NULL DEFAULT 0;

CREATE TABLE rotated_refresh (
    kept_until      BIGINT NOT NULL,
    rotated_at      BIGINT NOT NULL,
    refresh_key     BYTEA NOT NULL,
    grant_id        TEXT NOT NULL,
    PRIMARY KEY (refresh_key, kept_until)
) {partitioned by kept_until};

CREATE TABLE rotated_access (
    access_hash     BYTEA PRIMARY KEY,
    grant_id        TEXT NOT NULL,
    rotated_at      BIGINT NOT NULL
) {clustered};

ALTER TABLE credentials ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE credentials ADD COLUMN homepage TEXT NOT NULL DEFAULT '';
ALTER TABLE credentials ADD COLUMN privacy TEXT NOT NULL DEFAULT '';
ALTER TABLE credentials ADD COLUMN logo TEXT NOT NULL DEFAULT '';

CREATE TABLE app_logos (
    client_id       TEXT PRIMARY KEY REFERENCES credentials,
    hash            TEXT NOT NULL,
    image           BYTEA NOT NULL
);

CREATE INDEX rotated_access_by_time ON rotated_access (rotated_at);

CREATE TABLE event_positions (
    subscriber      TEXT PRIMARY KEY,
    entry_id        BIGINT NOT NULL
) {clustered};

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

ALTER TABLE public_clients ADD COLUMN days INTEGER;
ALTER TABLE public_clients ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE public_clients ADD COLUMN decided_by TEXT REFERENCES users;
ALTER TABLE public_clients ADD COLUMN decided_at BIGINT;

CREATE TABLE client_requests (
    organization_id TEXT NOT NULL REFERENCES organizations,
    client_key      TEXT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users,
    reason          TEXT NOT NULL,
    scope           TEXT NOT NULL,
    asked_at        BIGINT NOT NULL,
    PRIMARY KEY (organization_id, client_key, user_id)
) {clustered};

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

CREATE TABLE call_writers (
    writer_id       TEXT PRIMARY KEY,
    written_at      BIGINT NOT NULL
) {clustered};

CREATE TABLE call_gaps (
    from_at         BIGINT PRIMARY KEY,
    noticed_at      BIGINT NOT NULL
) {clustered};

CREATE TABLE organization_logs (
    organization_id TEXT PRIMARY KEY REFERENCES organizations,
    is_on           INTEGER NOT NULL,
    days            INTEGER NOT NULL,
    deleted_until   BIGINT NOT NULL
) {clustered};

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

CREATE TABLE credential_networks (
    client_id       TEXT NOT NULL REFERENCES credentials,
    network         TEXT NOT NULL,
    first_at        BIGINT NOT NULL,
    last_at         BIGINT NOT NULL,
    PRIMARY KEY (client_id, network)
) {clustered};

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

CREATE INDEX call_blocks_of_credential ON call_blocks (client_id, last_at, block_id);
CREATE INDEX call_blocks_of_organization ON call_blocks (organization_id, last_at, block_id, bytes);
CREATE INDEX call_blocks_by_time ON call_blocks (last_at, block_id, bytes);
CREATE INDEX organization_logs_off ON organization_logs (organization_id) WHERE is_on = 0;
CREATE INDEX call_gaps_by_time ON call_gaps (noticed_at);
CREATE INDEX call_hours_by_hour ON call_hours (hour);
CREATE INDEX route_calls_by_day ON route_calls (day);
CREATE INDEX route_calls_of_all ON route_calls (day, path, method) WHERE client_id = '';
CREATE INDEX public_clients_waiting ON public_clients (organization_id, asked_at) WHERE state = 'WAITING';
CREATE INDEX client_requests_of_user ON client_requests (user_id, asked_at);
ALTER TABLE users ADD COLUMN signed_in_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN audits TEXT NOT NULL DEFAULT 'NONE' CHECK (audits IN ('NONE', 'ORGANIZATION', 'PLATFORM'));
ALTER TABLE audit ADD COLUMN recorded_actor TEXT;
ALTER TABLE audit ADD COLUMN recorded_about TEXT;
ALTER TABLE audit ADD COLUMN recorded_client TEXT;
ALTER TABLE audit ADD COLUMN recorded_organization TEXT;
ALTER TABLE audit ADD COLUMN recorded_team TEXT;

CREATE INDEX grants_of_team ON grants (team_id, consented_at, grant_id) WHERE ended_at IS NULL;
CREATE INDEX organizations_by_start ON organizations (search_text{bytewise}, organization_id);
CREATE INDEX organizations_of_kind ON organizations (kind, name, organization_id, search_text);
CREATE INDEX organizations_of_kind_by_creation ON organizations (kind, created_at, organization_id, search_text);
CREATE INDEX users_with_role ON users (organization_id, name, user_id) WHERE role <> 'MEMBER';
CREATE INDEX users_auditing ON users (organization_id, name, user_id) WHERE audits <> 'NONE';
CREATE INDEX users_auditing_platform ON users (name, user_id) WHERE audits = 'PLATFORM';
CREATE INDEX users_super ON users (name, user_id) WHERE role = 'SUPER_ADMINISTRATOR';
CREATE INDEX users_by_sign_in ON users
    (organization_id, (CASE WHEN signed_in_at = 0 THEN created_at ELSE signed_in_at END), user_id)
    WHERE active_since IS NOT NULL;
CREATE INDEX users_disabled_of_organization ON users (organization_id, name, user_id) WHERE active_since IS NULL;
CREATE INDEX users_invited ON users (organization_id, name, user_id) WHERE password = '';
CREATE INDEX users_by_name_start ON users (search_text{bytewise}, user_id);
CREATE INDEX users_by_second_name ON users (substr(search_text, {place}(search_text, ' ') + 1){bytewise}, user_id);
CREATE INDEX users_by_email_start ON users (email{bytewise}, user_id);
CREATE INDEX users_by_name_start_in_organization ON users (organization_id, search_text{bytewise}, user_id);
CREATE INDEX users_by_second_name_in_organization ON users
    (organization_id, substr(search_text, {place}(search_text, ' ') + 1){bytewise}, user_id);
CREATE INDEX users_by_email_start_in_organization ON users (organization_id, email{bytewise}, user_id);
CREATE INDEX memberships_administering ON memberships (team_id, user_id) WHERE administers = 1;
CREATE INDEX credentials_by_start ON credentials (organization_id, search_text{bytewise}, client_id) WHERE deleted_at IS NULL;
CREATE INDEX audit_of_actor_in_organization ON audit ((organization_id || ' ' || user_id), at, entry_id)
    WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_about_user_in_organization ON audit ((organization_id || ' ' || about_user_id), at, entry_id)
    WHERE about_user_id IS NOT NULL;
CREATE INDEX saved_views_shared ON saved_views (organization_id, list, name, view_id) WHERE shared = 1;
CREATE INDEX first_views_of_view ON first_views (view_id);
CREATE INDEX audit_of_request ON audit (request_id, at, entry_id)
    WHERE request_id IS NOT NULL AND event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_of_request_in_organization ON audit ((organization_id || ' ' || request_id), at, entry_id)
    WHERE request_id IS NOT NULL AND event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX audit_rare_by_number ON audit (entry_id) WHERE event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE');
CREATE INDEX event_endpoints_of_organization ON event_endpoints (organization_id, created_at, endpoint_id);
CREATE INDEX event_endpoints_active ON event_endpoints (after_entry) WHERE disabled_at IS NULL;
CREATE INDEX event_endpoints_sending ON event_endpoints (endpoint_id) WHERE waiting > 0;
CREATE INDEX event_deliveries_due ON event_deliveries (endpoint_id, next_attempt_at, number) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX event_deliveries_of_subject ON event_deliveries (endpoint_id, subject, number) WHERE state = 'WAITING';
CREATE INDEX event_deliveries_in_state ON event_deliveries (endpoint_id, state, number);
CREATE INDEX event_deliveries_by_end ON event_deliveries (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX mails_due ON mails (next_attempt_at, number);
CREATE INDEX mails_to_person ON mails (user_id);
CREATE INDEX mails_of_organization ON mails (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX mails_by_end ON mails (kept_until);
CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alerts_of_subject ON alerts (kind, subject, first_at);
CREATE INDEX alerts_of_organization ON alerts (organization_id, first_at, alert_id);
CREATE INDEX alerts_open_of_organization ON alerts (organization_id, first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_open_of_kind ON alerts (organization_id, kind, first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_open_by_time ON alerts (first_at, alert_id) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_time ON alerts (first_at, alert_id);
CREATE INDEX alerts_of_credential ON alerts (client_id, first_at) WHERE closed_at IS NULL;
CREATE INDEX alerts_by_end ON alerts (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX alert_mutes_by_end ON alert_mutes (muted_until);
CREATE INDEX organization_tokens_ending ON organization_tokens (ended_at) WHERE ended_at > 0;
CREATE INDEX audit_alerting ON audit (entry_id)
    WHERE event IN ('SECRET_LEAK', 'CREDENTIAL_CREATE', 'CREDENTIAL_CHANGE', 'TOKEN_REISSUE')
       OR outcome IN ('token_replayed', 'code_spent');
CREATE INDEX access_reviews_of_organization ON access_reviews (organization_id, started_at, review_id);
CREATE UNIQUE INDEX access_reviews_one_running ON access_reviews (organization_id) WHERE completed_at IS NULL;
CREATE INDEX access_reviews_running ON access_reviews (due_at, review_id) WHERE completed_at IS NULL;
CREATE INDEX access_reviews_unsigned ON access_reviews (review_id) WHERE completed_at IS NOT NULL AND signature IS NULL;
CREATE INDEX access_reviews_by_end ON access_reviews (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX access_review_items_by_end ON access_review_items (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX access_review_items_open ON access_review_items (review_id, number) WHERE decision IS NULL OR decision = 'ENDING';
CREATE INDEX access_review_schedules_due ON access_review_schedules (next_at);
