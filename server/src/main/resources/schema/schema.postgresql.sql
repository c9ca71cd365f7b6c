-- What only PostgreSQL has. The triggers of SQLite are created for each connection that writes
-- (storage/sqlite/SqliteTriggers).

-- If the page of a row has space for its next version, no other page is written, and no index either if no column of one
-- has changed.
ALTER TABLE pairs SET (fillfactor = 80);
ALTER TABLE grants SET (fillfactor = 80);

-- For tokens that end on a day without a partition. The partitions are created and dropped while the server runs
-- (storage/operation/DayPartitions).
CREATE TABLE rotated_refresh_rest PARTITION OF rotated_refresh DEFAULT;
CREATE INDEX rotated_refresh_rest_by_end ON rotated_refresh_rest (kept_until);

-- The changes that every node must know of before it uses its cache (docs/decisions/0038): each row that a check may
-- have read and that was changed by any statement. The table is unlogged: after a crash of the server it is empty, and
-- so is the cache of every node, because its connection broke.
CREATE UNLOGGED TABLE touched (
    by_transaction  XID8 NOT NULL DEFAULT pg_current_xact_id(),
    name            TEXT,
    token           BYTEA
);

CREATE INDEX touched_by_transaction ON touched (by_transaction);

-- By default autovacuum waits until a fifth of a table has changed. At 10 to 100 million rows that is days of changes, and
-- then hours of work at once: meanwhile dead rows make every index longer, and a page of a list that an index alone
-- should answer reads the table as well. So each of these tables is vacuumed in small parts.
--
-- A grant and its code are updated a few times and deleted a year later: one row in a hundred.
ALTER TABLE grants SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE codes SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- A refresh leaves an old version of the row and of three entries in indexes.
ALTER TABLE pairs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The audit log is only appended to, and deleted at its old end. Half a million entries are about 110 MB, which a vacuum
-- freezes in seconds; later they need none.
ALTER TABLE audit SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
    autovacuum_analyze_scale_factor = 0.02);
-- These are queues: every row is gone after a minute or two, and dead ones are in the way of each reader. They are small,
-- so their vacuum need not pause. It starts once a minute at most (autovacuum_naptime).
ALTER TABLE touched SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE answers SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE rotated_access SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);

-- This table has one row. Changes by transactions before gone_before may have been deleted. gone_before is set to
-- next_before when next_before is a minute old.
CREATE TABLE touched_horizon (
    gone_before     XID8 NOT NULL,
    next_before     XID8 NOT NULL,
    moved_at        BIGINT NOT NULL,
    only_row        INTEGER PRIMARY KEY DEFAULT 1 CHECK (only_row = 1)
);

-- Rows without a key cannot be updated while a publication for all tables exists.
ALTER TABLE schema_version ADD PRIMARY KEY (version);

INSERT INTO touched_horizon (gone_before, next_before, moved_at)
    VALUES (pg_current_xact_id(), pg_current_xact_id(), 0);

-- A cached token depends on the owner of its credential by id, so a disabled owner is reported under that id alone.
-- Looking up the credentials of the owner here would miss one whose transfer to the owner is not committed yet.
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
    ELSIF TG_TABLE_NAME = 'revocations' THEN
        INSERT INTO touched (name) VALUES (COALESCE(NEW.subject, OLD.subject));
    ELSE
        INSERT INTO touched (name) VALUES (OLD.user_id);
    END IF;
    RETURN NULL;
END $$;

-- The triggers watch every column except those that no check reads. Rows that a check treats as inactive in any case
-- are not reported when they are deleted, because a purge would fill the table with useless entries.
CREATE TRIGGER touched_update AFTER UPDATE OF access_hash, refresh_hash, grant_id, scope, resource, access_expires_at,
    refresh_expires_at, rotated_at ON pairs FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON pairs FOR EACH ROW
    WHEN (OLD.rotated_at IS NULL AND OLD.access_expires_at > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF token_hash, client_id, scope, issued_at, ended_at,
    times_revoked ON organization_tokens FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON organization_tokens FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF grant_id, client_id, user_id, team_id, scope, resource, consented_at,
    ends_at, ended_at, times_disabled, owner_id, redirect_uris, scope_separator, times_revoked ON grants
    FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON grants FOR EACH ROW
    WHEN (OLD.ended_at IS NULL AND OLD.ends_at > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF client_id, type, organization_id, team_id, owner_id, subject_id, name,
    scope, redirect_uris, options, networks, created_at, deleted_at ON credentials FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON credentials FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF team_id, organization_id, name, created_at
    ON teams FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON teams FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF user_id, team_id, administers
    ON memberships FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_update AFTER UPDATE OF user_id, organization_id, email, name, role, active_since, created_at,
    times_disabled, audits ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();

-- Without a row a number is 0, so its first row is reported as well.
CREATE TRIGGER touched_insert AFTER INSERT ON revocations FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_update AFTER UPDATE OF subject, times_revoked ON revocations
    FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON revocations FOR EACH ROW EXECUTE FUNCTION tell_touched();

-- The rows on which a cached client proof depends, in addition to its credential and owner: the secret, and the bucket
-- of wrong secrets. The first wrong secret inserts the bucket, so an insert is reported as well.
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

-- A bucket that has drained means the same as no bucket.
CREATE TRIGGER touched_insert AFTER INSERT ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_update AFTER UPDATE OF bucket, full_until
    ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_delete AFTER DELETE ON throttles FOR EACH ROW
    WHEN (OLD.full_until > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched_proof();

-- A program of schema 27 stores no number, so it gets the default. Without the trigger its grants would be inactive: no
-- sum is -1.
ALTER TABLE grants ALTER COLUMN times_revoked SET DEFAULT -1;
ALTER TABLE organization_tokens ALTER COLUMN times_revoked SET DEFAULT -1;

CREATE FUNCTION store_times_revoked() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    NEW.times_revoked := (SELECT COALESCE(SUM(r.times_revoked), 0) FROM revocations r, credentials c
        WHERE c.client_id = NEW.client_id AND r.subject IN (c.client_id, c.organization_id, 'platform'));
    IF TG_TABLE_NAME = 'grants' THEN
        NEW.times_revoked := NEW.times_revoked + (SELECT COALESCE(SUM(r.times_revoked), 0) FROM revocations r, teams t
            WHERE t.team_id = NEW.team_id AND r.subject = t.organization_id);
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER store_times_revoked BEFORE INSERT ON grants
    FOR EACH ROW WHEN (NEW.times_revoked = -1) EXECUTE FUNCTION store_times_revoked();
CREATE TRIGGER store_times_revoked BEFORE INSERT ON organization_tokens
    FOR EACH ROW WHEN (NEW.times_revoked = -1) EXECUTE FUNCTION store_times_revoked();

-- Otherwise no trigger would fire for changes that logical replication applies. This comes after all triggers.
DO $$
DECLARE
    each RECORD;
BEGIN
    FOR each IN SELECT CAST(tgrelid AS REGCLASS) AS of_table, tgname FROM pg_trigger
        WHERE tgfoid IN (CAST('tell_touched' AS REGPROC), CAST('tell_touched_proof' AS REGPROC))
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', each.of_table, each.tgname);
    END LOOP;
END $$;
