-- The answer kept for a repeated refresh gets a row of its own (decision 2.7): written into that of its pair it needed an
-- index by rotated_at, and a rotation had to write every index of the pair anew.
DROP INDEX pairs_with_answer;
ALTER TABLE pairs DROP COLUMN request_hash;
ALTER TABLE pairs DROP COLUMN sealed_answer;

-- Unreadable without its refresh token, of which only the hash is here.
CREATE TABLE answers (
    refresh_hash    BYTEA PRIMARY KEY,
    request_hash    BYTEA NOT NULL,
    sealed_answer   BYTEA NOT NULL,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX answers_by_end ON answers (kept_until);
