-- Rows in every table of a store of schema 27: people, an app with a grant and tokens, and one row of everything else.
-- hash('NAME') stands for the SHA-256 hash of the secret of this name.

INSERT INTO organizations (organization_id, name, search_text, kind, created_at) VALUES ('org_AAAAAAAAAAAAAAAAAAAAA1', 'Acme', 'acme', 'MULTI_TEAM', 1);
INSERT INTO teams (team_id, organization_id, name, created_at) VALUES ('team_AAAAAAAAAAAAAAAAAAAAA1', 'org_AAAAAAAAAAAAAAAAAAAAA1', 'Team', 1);
INSERT INTO users (user_id, organization_id, email, name, search_text, role, password, active_since, created_at)
    VALUES ('usr_AAAAAAAAAAAAAAAAAAAAA1', 'org_AAAAAAAAAAAAAAAAAAAAA1', 'mei@example.com', 'Mei', 'mei', 'MEMBER', 'none', 1, 1);
INSERT INTO memberships (user_id, team_id) VALUES ('usr_AAAAAAAAAAAAAAAAAAAAA1', 'team_AAAAAAAAAAAAAAAAAAAAA1');
INSERT INTO recovery_codes (user_id, code_hash) VALUES ('usr_AAAAAAAAAAAAAAAAAAAAA1', hash('recovery'));
INSERT INTO passkeys (passkey_id, user_id, name, data, counter, created_at) VALUES ('key', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'Key', hash('key'), 1, 1);
INSERT INTO external_links (issuer, subject, user_id, linked_at) VALUES ('https://idp.example', 'mei', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1);
INSERT INTO credentials (client_id, type, organization_id, owner_id, name, search_text, scope, redirect_uris, options, created_at)
    VALUES ('cli_AAAAAAAAAAAAAAAAAAAAA1', 'PERSONAL', 'org_AAAAAAAAAAAAAAAAAAAAA1', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'App', 'app', 'read:issue:info', 'https://app.example/callback', '', 1);
INSERT INTO credentials (client_id, type, organization_id, owner_id, subject_id, name, search_text, scope, redirect_uris, options, created_at)
    VALUES ('cli_AAAAAAAAAAAAAAAAAAAAA2', 'ORGANIZATION', 'org_AAAAAAAAAAAAAAAAAAAAA1', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'adm_AAAAAAAAAAAAAAAAAAAAA1', 'Machine', 'machine', 'read:issue:info', '', '', 1);
INSERT INTO client_policies (organization_id, rule, hosts, scope, days, version, decided_by)
    VALUES ('org_AAAAAAAAAAAAAAAAAAAAA1', 'ASK', 'app.example', 'read:issue:info', 30, 1, 'usr_AAAAAAAAAAAAAAAAAAAAA1');
INSERT INTO public_clients (organization_id, client_key, name, redirect_uris, state, asked_by, asked_at)
    VALUES ('org_AAAAAAAAAAAAAAAAAAAAA1', 'key', 'App', 'https://app.example/callback', 'WAITING', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1);
INSERT INTO transfer_offers (client_id, to_id, by_id, offered_at, expires_at) VALUES ('cli_AAAAAAAAAAAAAAAAAAAAA2', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1, 4102444800000);
INSERT INTO usage (client_id, scope, day, calls) VALUES ('cli_AAAAAAAAAAAAAAAAAAAAA1', '', 4102444800000, 7);
INSERT INTO daily_calls (subject, day, outcome, calls) VALUES ('', 4102444800000, 'ok', 7);
INSERT INTO client_secrets (secret_hash, client_id, ending, created_by, created_at) VALUES (hash('secret'), 'cli_AAAAAAAAAAAAAAAAAAAAA1', 'cret', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1);
INSERT INTO organization_tokens (token_hash, client_id, scope, ending, issued_by, issued_at)
    VALUES (hash('organization'), 'cli_AAAAAAAAAAAAAAAAAAAAA2', 'read:issue:info', 'tion', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1);
INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at, ends_at, owner_id, redirect_uris)
    VALUES ('grant_AAAAAAAAAAAAAAAAAAAAA1', 'cli_AAAAAAAAAAAAAAAAAAAAA1', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'team_AAAAAAAAAAAAAAAAAAAAA1', 'read:issue:info', 1, 1, 4102444800000, 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'https://app.example/callback');
INSERT INTO codes (code_hash, grant_id, redirect_uri, expires_at, spent_at, kept_until)
    VALUES (hash('code'), 'grant_AAAAAAAAAAAAAAAAAAAAA1', 'https://app.example/callback', 1, 1, 4102444800000);
INSERT INTO device_requests (device_hash, user_code_hash, client_id, scope, address, requested_at, expires_at, kept_until)
    VALUES (hash('device'), hash('user code'), 'cli_AAAAAAAAAAAAAAAAAAAAA1', 'read:issue:info', '127.0.0.1', 1, 2, 4102444800000);
INSERT INTO pairs (access_hash, refresh_hash, grant_id, scope, access_expires_at, refresh_expires_at)
    VALUES (hash('access'), hash('refresh'), 'grant_AAAAAAAAAAAAAAAAAAAAA1', 'read:issue:info', 4102444800000, 4102444800000),
    (hash('next access'), hash('next refresh'), 'grant_AAAAAAAAAAAAAAAAAAAAA1', 'read:issue:info', 4102444800000, 4102444800000);
INSERT INTO child_tokens (token_hash, parent_hash, first_hash, first_kind, client_id, scope, actors, created_at, expires_at)
    VALUES (hash('child'), hash('access'), hash('access'), 'PERSONAL', 'cli_AAAAAAAAAAAAAAAAAAAAA1', 'read:issue:info', 'job', 1, 4102444800000);
INSERT INTO answers (refresh_hash, request_hash, sealed_answer, kept_until)
    VALUES (hash('earlier'), hash('request'), hash('answer'), 4102444800000);
INSERT INTO sessions (session_hash, user_id, signed_in_at, seen_at, expires_at, address, browser, operating_system)
    VALUES (hash('session'), 'usr_AAAAAAAAAAAAAAAAAAAAA1', 1, 1, 4102444800000, '127.0.0.1', 'UNKNOWN', 'UNKNOWN');
INSERT INTO pending_sign_ins (key_hash, user_id, expires_at) VALUES (hash('pending'), 'usr_AAAAAAAAAAAAAAAAAAAAA1', 4102444800000);
INSERT INTO external_sign_ins (key_hash, provider, expires_at) VALUES (hash('external'), 'idp', 4102444800000);
INSERT INTO password_links (link_hash, user_id, made_by, expires_at) VALUES (hash('link'), 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'FORGOTTEN', 4102444800000);
INSERT INTO sent_forms (form_id, kept_until) VALUES ('form', 4102444800000);
INSERT INTO throttles (bucket, full_until) VALUES (hash('bucket'), 4102444800000);
INSERT INTO setup_keys (key_hash, created_at, used_at) VALUES (hash('setup'), 1, 1);
INSERT INTO signing_keys (generation, key_id, sealed_key, signs_from) VALUES (1, 'key', hash('sealed'), 1);
INSERT INTO audit (at, event, outcome, user_id, client_id, organization_id, address)
    VALUES (1, 'CONSENT', 'ok', 'usr_AAAAAAAAAAAAAAAAAAAAA1', 'cli_AAAAAAAAAAAAAAAAAAAAA1', 'org_AAAAAAAAAAAAAAAAAAAAA1', '127.0.0.1');
