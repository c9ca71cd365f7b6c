package dev.latchkey.faults.history.run;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A personal credential: its name in the history, its name on its page, and its secret, which
 * changes with the owner.
 */
record HeldApp(String name, String title, String clientId, AtomicReference<String> proof) {
    static HeldApp of(String name, String title, String clientId, String secret) {
        return new HeldApp(name, title, clientId, new AtomicReference<>(secret));
    }

    String secret() {
        return proof.get();
    }

    void renew(String secret) {
        proof.set(secret);
    }
}
