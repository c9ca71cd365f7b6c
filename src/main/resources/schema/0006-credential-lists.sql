-- A grant counts once its code was exchanged: before that nobody holds a token of it. A grant has one pair alive at most,
-- so the two partial indexes count the tokens and the codes of a credential without a look at either.
ALTER TABLE grants ADD COLUMN exchanged_at BIGINT;

UPDATE grants SET exchanged_at = consented_at WHERE grant_id IN (SELECT grant_id FROM pairs);

CREATE INDEX grants_exchanged ON grants (client_id, ends_at) WHERE ended_at IS NULL AND exchanged_at IS NOT NULL;
CREATE INDEX grants_waiting ON grants (client_id, consented_at) WHERE ended_at IS NULL AND exchanged_at IS NULL;

-- Lists in the order in which they are read.
DROP INDEX credentials_of_owner;
DROP INDEX credentials_of_organization;
CREATE INDEX credentials_of_owner ON credentials (owner_id, name, client_id);
CREATE INDEX credentials_of_organization ON credentials (organization_id, name, client_id);
