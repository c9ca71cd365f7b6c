-- The second factor of a person stands in the person's row, so that one guarded write sees all that decides: whether the
-- person is active, the factor the same, and the code new. factor_key is the key of the authenticator app, encrypted under
-- the key file; factor_step is the last half minute whose code was taken.
ALTER TABLE users ADD COLUMN factor_key BYTEA;
ALTER TABLE users ADD COLUMN factor_since BIGINT;
ALTER TABLE users ADD COLUMN factor_step BIGINT;

-- Those not used yet: using one takes it away.
CREATE TABLE recovery_codes (
    user_id         TEXT NOT NULL REFERENCES users,
    code_hash       BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) {clustered};

-- The password was right and the code is awaited. This is no session and no page takes it for one.
CREATE TABLE half_sign_ins (
    key_hash        BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX half_sign_ins_of_user ON half_sign_ins (user_id);
CREATE INDEX half_sign_ins_by_expiry ON half_sign_ins (expires_at);
