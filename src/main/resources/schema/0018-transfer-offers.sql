-- A transfer waits until its new owner accepts it (docs/decisions/0046). A credential has at most one offer; it goes when it
-- is answered or withdrawn, and with the credential, or with the right of the person who made it.
CREATE TABLE transfer_offers (
    client_id       TEXT PRIMARY KEY REFERENCES credentials,
    to_id           TEXT NOT NULL REFERENCES users,
    by_id           TEXT NOT NULL REFERENCES users,
    offered_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL
) {clustered};

CREATE INDEX transfer_offers_to ON transfer_offers (to_id);
CREATE INDEX transfer_offers_by_expiry ON transfer_offers (expires_at);

-- The latest change of owner. People are told of it for a while before they allow the app something.
ALTER TABLE credentials ADD COLUMN former_owner_id TEXT REFERENCES users;
ALTER TABLE credentials ADD COLUMN transferred_at BIGINT;
