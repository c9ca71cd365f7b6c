-- Authorization requests are no longer stored: each goes along with its browser (docs/decisions/0005). Those that are on
-- their way in this moment end, and their people start again at the app.
DROP TABLE requests;
ALTER TABLE external_sign_ins DROP COLUMN request_id;

-- Who denied an app access is a matter of the person's organization alone.
UPDATE audit SET organization_id = (SELECT u.organization_id FROM users u WHERE u.user_id = audit.user_id)
 WHERE event = 'CONSENT_DENIED' AND user_id IS NOT NULL;
