package dev.latchkey.model;

import java.util.Optional;

/**
 * Encrypts keys that the server must read again, under one that is not in the store. The id is
 * sealed in: a row moved under another id does not open.
 */
public interface KeySeal {
    byte[] close(String id, byte[] key);

    /** Empty if it was closed under another key file, or is not what was closed. */
    Optional<byte[]> open(String id, byte[] sealed);
}
