package dev.latchkey.model.person;

/** An Argon2id hash in its usual text form, which includes the cost parameters. */
public record PasswordHash(String text) {
  @Override
  public String toString() {
    return "PasswordHash[redacted]";
  }
}
