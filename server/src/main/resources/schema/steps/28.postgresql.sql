-- Rows without a key cannot be updated while a publication for all tables exists.
ALTER TABLE touched_horizon ADD COLUMN only_row INTEGER PRIMARY KEY DEFAULT 1 CHECK (only_row = 1);
ALTER TABLE schema_version ADD PRIMARY KEY (version);

-- The reasons are in schema.postgresql.sql.
ALTER TABLE pairs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE grants SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE codes SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE audit SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
    autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE touched SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE answers SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE rotated_access SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE rotated_refresh_rest PARTITION OF rotated_refresh DEFAULT;
CREATE INDEX rotated_refresh_rest_by_end ON rotated_refresh_rest (kept_until);

CREATE OR REPLACE FUNCTION tell_touched() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

CREATE OR REPLACE TRIGGER touched_update AFTER UPDATE OF token_hash, client_id, scope, issued_at, ended_at,
    times_revoked ON organization_tokens FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE OR REPLACE TRIGGER touched_update AFTER UPDATE OF grant_id, client_id, user_id, team_id, scope, resource, consented_at,
    ends_at, ended_at, times_disabled, owner_id, redirect_uris, scope_separator, times_revoked ON grants
    FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE OR REPLACE TRIGGER touched_update AFTER UPDATE OF user_id, organization_id, email, name, role, active_since,
    created_at, times_disabled, audits ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();

CREATE TRIGGER touched_insert AFTER INSERT ON revocations FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_update AFTER UPDATE OF subject, times_revoked ON revocations
    FOR EACH ROW EXECUTE FUNCTION tell_touched();
CREATE TRIGGER touched_delete AFTER DELETE ON revocations FOR EACH ROW EXECUTE FUNCTION tell_touched();

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
