-- version guards against two administrators who change one person at once. An empty password is that of a
-- person who was invited and has not chosen one yet.
ALTER TABLE users ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

CREATE INDEX users_of_organization ON users (organization_id, name, user_id);
CREATE INDEX users_by_name ON users (name, user_id);
CREATE INDEX teams_of_organization ON teams (organization_id, name);

-- One a person: a newer link takes the place of the one before.
CREATE TABLE password_links (
    user_id         TEXT PRIMARY KEY REFERENCES users,
    link_hash       BYTEA NOT NULL UNIQUE,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX password_links_by_expiry ON password_links (expires_at);
