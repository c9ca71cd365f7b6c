package dev.latchkey.model;

import java.util.Optional;

/**
 * Encrypts keys that the server must be able to read again. The encryption key is not in the store.
 * The id is part of the sealed data: a sealed key that is copied to a row with another id does not
 * decrypt.
 */
public interface KeySeal {
  byte[] close(String id, byte[] key);

  /**
   * Decrypts the key. The result is empty if it was sealed under another key file, or if the data
   * was changed.
   */
  Optional<byte[]> open(String id, byte[] sealed);
}
