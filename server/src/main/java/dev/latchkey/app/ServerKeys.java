package dev.latchkey.app;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.keyfile.CurrentKeys;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.edge.gateway.Keyring;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.SealSigner;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.protocol.authorize.UserCodes;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.operation.SigningKeys;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/** The key file, the seals whose keys come from it, and the signing keys in the store. */
record ServerKeys(
    KeyFile file,
    CurrentKeys current,
    SigningKeys stored,
    Keyring ring,
    Database database,
    ClockAndRandom clockAndRandom) {
  static ServerKeys of(Installation installation) {
    KeyFile file = installation.keyFile();
    var current = new CurrentKeys(file);
    SigningKeys stored = installation.stores().operation().signingKeys();
    var seal =
        new KeyFileSeal(() -> current.get().own(), KeyFileSeal.SIGNING_KEY, installation.random());
    var ring = new Keyring(stored, seal, installation.limits());
    return new ServerKeys(
        file, current, stored, ring, installation.database(), installation.clockAndRandom());
  }

  KeyFileSeal secondFactorSeal() {
    return new KeyFileSeal(
        () -> current.get().own(), KeyFileSeal.SECOND_FACTOR, clockAndRandom.random());
  }

  KeyFileSeal challengeSeal() {
    return derived("passkey challenges", "passkey challenge");
  }

  KeyFileSeal requestSeal() {
    return derived("authorization requests", "request");
  }

  KeyFileSeal registrationSeal() {
    return new KeyFileSeal(
        () -> current.get().ofRegistrations(), "client registration", clockAndRandom.random());
  }

  private KeyFileSeal derived(String key, String purpose) {
    return new KeyFileSeal(() -> current.get().derived(key), purpose, clockAndRandom.random());
  }

  /** The keys under which the codes that users type are hashed. */
  List<SecretKeySpec> userCodeKeys() {
    return current.get().derived("user codes").opening().stream()
        .map(key -> key.secret(UserCodes.ALGORITHM))
        .toList();
  }

  /**
   * Creates the key file if the store has no signing keys yet. Where the store has keys, a missing
   * key file is an error: a new one could not open what is stored.
   */
  void open() {
    if (stored.isEmpty()) {
      file.create(clockAndRandom.random());
    }
    rotate();
  }

  /** The key that signs the next seal of the audit log. The seal before it must have named it. */
  SealSigner sealSigner(Optional<AuditSeal> previous, RequestMoment now) {
    return ring.sealSigner(
        now.at(), id -> previous.map(seal -> seal.link().known().contains(id)).orElse(true));
  }

  boolean isFileReadable() {
    try {
      file.read();
      return true;
    } catch (ConfigFault unreadable) {
      return false;
    }
  }

  /** A wrong clock would replace keys too early, and by keys that sign only in years. */
  void rotate() {
    boolean isDue = stored.isEmpty() || database.clockFault().isEmpty();
    if (!(isDue ? ring.rotate(clockAndRandom.now()) : ring.read())) {
      throw file.doesNotFit();
    }
  }
}
