-- Several links a person (docs/decisions/0026): a stranger who asks for one ends none. A link of an administrator still
-- takes the place of the administrators' one before it.
CREATE TABLE password_links_side_by_side (
    link_hash       BYTEA PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users,
    made_by         TEXT NOT NULL CHECK (made_by IN ('ADMINISTRATOR', 'FORGOTTEN')),
    expires_at      BIGINT NOT NULL
) {clustered};

INSERT INTO password_links_side_by_side (link_hash, user_id, made_by, expires_at)
    SELECT link_hash, user_id, 'ADMINISTRATOR', expires_at FROM password_links;

DROP TABLE password_links;
ALTER TABLE password_links_side_by_side RENAME TO password_links;

CREATE INDEX password_links_of_user ON password_links (user_id);
CREATE INDEX password_links_by_expiry ON password_links (expires_at);
