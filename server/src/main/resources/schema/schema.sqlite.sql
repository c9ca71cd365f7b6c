-- What only SQLite has.

-- PostgreSQL drops a whole partition instead.
CREATE INDEX rotated_refresh_by_end ON rotated_refresh (kept_until);
