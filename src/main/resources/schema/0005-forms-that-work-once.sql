-- Forms that make a secret, by the name each was shown with: a second sending makes nothing. Kept as long as the
-- session for which it was shown can live.
CREATE TABLE sent_forms (
    form_id         TEXT PRIMARY KEY,
    kept_until      BIGINT NOT NULL
) {clustered};

CREATE INDEX sent_forms_by_end ON sent_forms (kept_until);
