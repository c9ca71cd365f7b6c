-- A remembered answer depends on the owner of its credential by name, so a disabled owner needs to be told under that name
-- alone. To look up the owner's credentials here missed one whose transfer to the owner was not committed yet.
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
    ELSE
        INSERT INTO touched (name) VALUES (OLD.user_id);
    END IF;
    RETURN NULL;
END $$;

-- Those that watch the columns of 0014 as well.
DROP TRIGGER touched_update ON grants;
CREATE TRIGGER touched_update AFTER UPDATE OF grant_id, client_id, user_id, team_id, scope, consented_at, ends_at,
    ended_at, times_disabled ON grants FOR EACH ROW EXECUTE FUNCTION tell_touched();

DROP TRIGGER touched_update ON users;
CREATE TRIGGER touched_update AFTER UPDATE OF user_id, organization_id, email, name, role, active_since, created_at,
    times_disabled ON users FOR EACH ROW EXECUTE FUNCTION tell_touched();
