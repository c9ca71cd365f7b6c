-- What a remembered proof of a client depends on, beside its credential and owner (0010): the secret, and the bucket of
-- wrong secrets. The first wrong secret inserts the bucket, so a new row is told as well.
CREATE FUNCTION tell_touched_proof() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_TABLE_NAME = 'client_secrets' THEN
        INSERT INTO touched (token) VALUES (OLD.secret_hash);
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO touched (token) VALUES (NEW.bucket);
    ELSE
        INSERT INTO touched (token) VALUES (OLD.bucket);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER touched_update AFTER UPDATE OF secret_hash, client_id, created_at, retired_at
    ON client_secrets FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_delete AFTER DELETE ON client_secrets FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();

-- A bucket that has drained says the same as none.
CREATE TRIGGER touched_insert AFTER INSERT ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_update AFTER UPDATE OF bucket, full_until
    ON throttles FOR EACH ROW EXECUTE FUNCTION tell_touched_proof();
CREATE TRIGGER touched_delete AFTER DELETE ON throttles FOR EACH ROW
    WHEN (OLD.full_until > extract(epoch FROM clock_timestamp()) * 1000)
    EXECUTE FUNCTION tell_touched_proof();
