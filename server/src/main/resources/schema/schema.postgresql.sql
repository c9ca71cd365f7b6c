-- What only PostgreSQL has. SQLite's triggers are made for each connection that writes (storage/sqlite/SqliteTriggers).

-- Both are updated once or twice in their lives. With room on its page for the new version of a row, no index is written.
ALTER TABLE pairs SET (fillfactor = 80);
ALTER TABLE grants SET (fillfactor = 80);

-- What every node must know of before it answers from memory (docs/decisions/0038): each row that a check may have read
-- and that is changed, by whatever statement. Without a log of its own: after a crash it is empty, and so is every
-- memory, for its connection broke.
CREATE UNLOGGED TABLE touched (
    by_transaction  XID8 NOT NULL DEFAULT pg_current_xact_id(),
    name            TEXT,
    token           BYTEA
);

CREATE INDEX touched_by_transaction ON touched (by_transaction);

-- One row. What earlier transactions than gone_before touched may have been taken away; it moves to next_before when
-- that has stood there for a minute.
CREATE TABLE touched_horizon (
    gone_before     XID8 NOT NULL,
    next_before     XID8 NOT NULL,
    moved_at        BIGINT NOT NULL
);

INSERT INTO touched_horizon (gone_before, next_before, moved_at)
    VALUES (pg_current_xact_id(), pg_current_xact_id(), 0);

-- An answer depends on the owner of its credential by name, so a disabled owner is told under that name alone: to look up the
-- owner's credentials here missed one whose transfer to the owner was not committed yet.
CREATE FUNCTION tell_touched() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_TABLE_NAME = 'pairs' THEN
        INSERT INTO touched (token) VALUES (OLD.access_hash);
    ELSIF TG_TABLE_NAME = 'organization_tokens' THEN
        INSERT INTO touched (token) VALUES (OLD.token_hash);
    ELSIF TG_TABLE_NAME = 'grants' THEN
        INSERT INTO touched (name) VALUES (OLD.grant_id);
    ELSIF TG_TABLE_NAME = 'credentials' THEN
        INSERT INTO touched (name) VALUES (OLD.client_id);
    ELSIF TG_TABLE_NAME = 'teams' THEN
        INSERT INTO touched (name) VALUES (OLD.team_id);
    ELSE
        INSERT INTO touched (name) VALUES (OLD.user_id);
    END IF;
    RETURN NULL;
END $$;

-- Every column but those no check reads; what a check would call dead anyway may go untold, or a purge would fill the
-- table with what does not matter.
CREATE TRIGGER touched_update AFTER UPDATE OF access_hash, refresh_hash, grant_id, scope, access_expires_at,
    refresh_expires_at, rotated_at ON pairs FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON pairs FOR EACH ROW
    WHEN (OLD.rotated_at IS NULL AND OLD.access_expires_at > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF token_hash, client_id, scope, issued_at, ended_at
    ON organization_tokens FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON organization_tokens FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF grant_id, client_id, user_id, team_id, scope, consented_at, ends_at,
    ended_at, times_disabled ON grants FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON grants FOR EACH ROW
    WHEN (OLD.ended_at IS NULL AND OLD.ends_at > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF client_id, type, organization_id, team_id, owner_id, subject_id, name,
    scope, redirect_uris, options, created_at, deleted_at ON credentials FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON credentials FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF team_id, organization_id, name, created_at
    ON teams FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON teams FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF user_id, team_id, administers
    ON memberships FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF user_id, organization_id, email, name, role, active_since, created_at,
    times_disabled ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();

-- What a remembered proof of a client depends on, beside its credential and owner: the secret, and the bucket of
-- wrong secrets. The first wrong secret inserts the bucket, so a new row is told as well.
CREATE FUNCTION tell_touched_proof() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_TABLE_NAME = 'client_secrets' THEN
        INSERT INTO touched (token) VALUES (OLD.secret_hash);
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO touched (token) VALUES (NEW.bucket);
    ELSE
        INSERT INTO touched (token) VALUES (OLD.bucket);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER touched_update AFTER UPDATE OF secret_hash, client_id, created_at, retired_at
    ON client_secrets FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_delete AFTER DELETE ON client_secrets FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();

-- A bucket that has drained says the same as none.
CREATE TRIGGER touched_insert AFTER INSERT ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_update AFTER UPDATE OF bucket, full_until
    ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_delete AFTER DELETE ON throttles FOR EACH ROW
    WHEN (OLD.full_until > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched_proof();
