-- Both are updated once or twice in their lives. With room on its page for the new version of a row, no index is written.
ALTER TABLE pairs SET (fillfactor = 80);
ALTER TABLE grants SET (fillfactor = 80);
