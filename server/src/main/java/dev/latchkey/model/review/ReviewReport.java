package dev.latchkey.model.review;

import dev.latchkey.model.audit.seal.SealKey;

/**
 * The report of a review. {@code text}: JSON, written once when the review is completed. The key
 * and the signature are empty until it is signed.
 */
public record ReviewReport(String text, String key, String signature) {
  private static final String FIRST_LINE = "report of an access review 1\n";

  /** What is signed. The first line keeps it from being taken for a seal of the audit log. */
  public static String statement(String text) {
    return FIRST_LINE + text;
  }

  public boolean isSigned() {
    return !signature.isEmpty();
  }

  /** Whether the key has signed this text. */
  public boolean isUnchanged() {
    return isSigned() && new SealKey(key).verifies(statement(text), signature);
  }

  public String keyId() {
    return new SealKey(key).id();
  }
}
