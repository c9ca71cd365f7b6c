package dev.latchkey.login.password;

/**
 * How much memory and how many passes a hash of a password takes. The program always uses the
 * standard. Only tests use less, because they sign in thousands of times.
 */
public record HashCost(int memoryKib, int passes) {
  /** Rule 5.2. */
  public static final HashCost STANDARD = new HashCost(19_456, 2);
}
