-- Every line belongs to one organization as far as it can be told, so that its administrators find it: that of its team,
-- of its credential or of its person, in this order (storage/Sql.record fills it in from here on).
UPDATE audit SET organization_id = COALESCE(
    (SELECT t.organization_id FROM teams t WHERE t.team_id = audit.team_id),
    (SELECT c.organization_id FROM credentials c WHERE c.client_id = audit.client_id),
    (SELECT u.organization_id FROM users u WHERE u.user_id = COALESCE(audit.about_user_id, audit.user_id)))
WHERE organization_id IS NULL;

-- Two ways in besides time, and no more: each costs something at every refresh.
CREATE INDEX audit_of_organization ON audit (organization_id, at, entry_id);
CREATE INDEX audit_of_credential ON audit (client_id, at, entry_id);
