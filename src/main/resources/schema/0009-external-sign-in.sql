-- Who at another service is which person here: made by the person, never by an e-mail address (ASVS 6.8.1).
CREATE TABLE external_links (
    issuer          TEXT NOT NULL,
    subject         TEXT NOT NULL,
    user_id         TEXT NOT NULL REFERENCES users,
    linked_at       BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) {clustered};

-- Browsers on their way to another service and back. session_hash is that of whoever links; it is empty for a sign-in.
CREATE TABLE external_sign_ins (
    key_hash        BYTEA PRIMARY KEY,
    provider        TEXT NOT NULL,
    session_hash    BYTEA,
    request_id      TEXT,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX external_sign_ins_by_expiry ON external_sign_ins (expires_at);
