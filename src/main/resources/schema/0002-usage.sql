-- What is used, how much, when last and from where: gathered in memory by each node and added in batches, never on
-- the path of a call (docs/decisions/0023).

-- One row for each scope that calls needed on a day, and one with an empty scope that counts every call of the day once.
-- day is the midnight (UTC) at which the day began.
CREATE TABLE usage (
    client_id       TEXT NOT NULL REFERENCES credentials,
    scope           TEXT NOT NULL,
    day             BIGINT NOT NULL,
    calls           BIGINT NOT NULL,
    PRIMARY KEY (client_id, scope, day)
) {clustered};

CREATE INDEX usage_by_day ON usage (day);

ALTER TABLE credentials ADD COLUMN last_used_at BIGINT;
ALTER TABLE credentials ADD COLUMN last_used_from TEXT;
ALTER TABLE organization_tokens ADD COLUMN last_used_at BIGINT;
ALTER TABLE grants ADD COLUMN first_used_at BIGINT;
ALTER TABLE grants ADD COLUMN last_used_at BIGINT;
