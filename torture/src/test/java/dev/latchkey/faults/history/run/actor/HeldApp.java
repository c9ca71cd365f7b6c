package dev.latchkey.faults.history.run.actor;

import dev.latchkey.model.token.CodeChallenge;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A personal credential: its name in the history, its name on its page, and its secret, which
 * changes with the owner. An app without a credential of its own has no secret and proves with PKCE
 * that a code is its own.
 */
record HeldApp(String name, String title, String clientId, AtomicReference<String> proof) {
  private static final String VERIFIER = "a-verifier-of-forty-three-characters-at-least";

  static HeldApp of(String name, String title, String clientId, String secret) {
    return new HeldApp(name, title, clientId, new AtomicReference<>(secret));
  }

  static HeldApp withoutSecret(String name, String title, String address) {
    return of(name, title, address, "");
  }

  String secret() {
    return proof.get();
  }

  boolean hasSecret() {
    return !secret().isEmpty();
  }

  /** What an authorization request of this app adds to its {@code client_id}. */
  String challenge() {
    return hasSecret()
        ? ""
        : "&code_challenge_method=S256&code_challenge="
            + CodeChallenge.ofVerifier(VERIFIER).orElseThrow().text();
  }

  /** The field with which this app exchanges a code. */
  String proofOfCode() {
    return hasSecret() ? "client_secret=" + secret() : "code_verifier=" + VERIFIER;
  }

  void renew(String secret) {
    proof.set(secret);
  }
}
