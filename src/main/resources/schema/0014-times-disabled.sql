-- How often a person has been disabled. A grant and a session note the count at which they were made and are active only
-- while it is the same: what was made before stays dead after the person is enabled again, whatever clocks say
-- (decision 6.4, docs/decisions/0006). active_since now tells only whether the person is disabled.
ALTER TABLE users ADD COLUMN times_disabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grants ADD COLUMN times_disabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN times_disabled INTEGER NOT NULL DEFAULT 0;

UPDATE users SET times_disabled = 1 WHERE active_since IS NULL OR active_since > created_at;
UPDATE grants SET times_disabled = 1 WHERE user_id IN
    (SELECT u.user_id FROM users u WHERE u.times_disabled = 1 AND u.active_since <= grants.consented_at);
UPDATE sessions SET times_disabled = 1 WHERE user_id IN
    (SELECT u.user_id FROM users u WHERE u.times_disabled = 1 AND u.active_since <= sessions.signed_in_at);

-- "Ended at once" is 0 from here on, which lies in the past of every clock. So is what had ended by the last line of the
-- audit log; an overlap that still runs goes on.
UPDATE organization_tokens SET ended_at = 0 WHERE ended_at <= (SELECT MAX(at) FROM audit);

-- The owner is read as well: what is remembered of a token depends on the owner's row.
DROP VIEW live_grants;
CREATE VIEW live_grants AS
    SELECT g.grant_id, g.client_id, g.user_id, g.team_id, g.scope, g.ends_at, c.options, c.owner_id, g.times_disabled,
           u.email, t.organization_id
      FROM grants g
      JOIN credentials c ON c.client_id = g.client_id AND c.deleted_at IS NULL
      JOIN users o ON o.user_id = c.owner_id AND o.active_since IS NOT NULL
      JOIN users u ON u.user_id = g.user_id AND u.active_since IS NOT NULL AND u.times_disabled = g.times_disabled
      JOIN memberships m ON m.user_id = g.user_id AND m.team_id = g.team_id
      JOIN teams t ON t.team_id = g.team_id
     WHERE g.ended_at IS NULL;
