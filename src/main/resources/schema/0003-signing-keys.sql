-- Keys that sign assertions for the services behind the gateway (decision 4.3). Nodes race for the next generation:
-- the primary key lets one in. sealed_key is the private key, encrypted under the key file, which is never in here.
CREATE TABLE signing_keys (
    generation      INTEGER PRIMARY KEY,
    key_id          TEXT NOT NULL UNIQUE,
    sealed_key      BYTEA NOT NULL,
    signs_from      BIGINT NOT NULL
) {clustered};
