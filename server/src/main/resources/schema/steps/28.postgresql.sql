-- Rows without a key cannot be updated while a publication for all tables exists.
ALTER TABLE touched_horizon ADD COLUMN only_row INTEGER PRIMARY KEY DEFAULT 1 CHECK (only_row = 1);
ALTER TABLE schema_version ADD PRIMARY KEY (version);

-- Otherwise no trigger would fire for changes that logical replication applies. This comes after all triggers.
DO $$
DECLARE
    each RECORD;
BEGIN
    FOR each IN SELECT CAST(tgrelid AS REGCLASS) AS of_table, tgname FROM pg_trigger
        WHERE tgfoid IN (CAST('tell_touched' AS REGPROC), CAST('tell_touched_proof' AS REGPROC))
    LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', each.of_table, each.tgname);
    END LOOP;
END $$;
