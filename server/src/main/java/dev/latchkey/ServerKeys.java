package dev.latchkey;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.DerivedKey;
import dev.latchkey.config.KeyFile;
import dev.latchkey.config.KeyFileSeal;
import dev.latchkey.config.Settings;
import dev.latchkey.gateway.Keyring;
import dev.latchkey.model.ClockAndRandom;
import dev.latchkey.storage.SigningKeys;
import java.nio.file.Path;

/** The key file, the seals whose keys come from it, and the signing keys in the store. */
record ServerKeys(KeyFile file, SigningKeys stored, Keyring ring, ClockAndRandom clockAndRandom) {
    static ServerKeys of(Installation installation) {
        Settings settings = installation.settings();
        Path path = settings.keyFile().orElseGet(() -> settings.data().resolve("latchkey.key"));
        var file = new KeyFile(path);
        SigningKeys stored = installation.stores().operation().signingKeys();
        var seal = new KeyFileSeal(file::read, "signing key", installation.random());
        var ring = new Keyring(stored, seal, installation.limits());
        return new ServerKeys(file, stored, ring, installation.clockAndRandom());
    }

    KeyFileSeal secondFactorSeal() {
        return new KeyFileSeal(file::read, "second factor", clockAndRandom.random());
    }

    KeyFileSeal challengeSeal() {
        var key = new DerivedKey(file, "passkey challenges");
        return new KeyFileSeal(key, "passkey challenge", clockAndRandom.random());
    }

    KeyFileSeal requestSeal() {
        var key = new DerivedKey(file, "authorization requests");
        return new KeyFileSeal(key, "request", clockAndRandom.random());
    }

    KeyFileSeal registrationSeal() {
        var key = new DerivedKey(file, "client registrations");
        return new KeyFileSeal(key, "client registration", clockAndRandom.random());
    }

    /** The key under which the codes that users type are hashed. */
    DerivedKey userCodeKey() {
        return new DerivedKey(file, "user codes");
    }

    /**
     * Creates the key file if the store has no signing keys yet. Where the store has keys, a
     * missing key file is an error: a new one could not open what is stored.
     */
    void open() {
        if (stored.isEmpty()) {
            file.create(clockAndRandom.random());
        }
        rotate();
    }

    boolean isFileReadable() {
        try {
            return file.read().length > 0;
        } catch (ConfigFault unreadable) {
            return false;
        }
    }

    void rotate() {
        if (!ring.rotate(clockAndRandom.now())) {
            throw file.doesNotFit();
        }
    }
}
