package dev.latchkey.model.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** The S256 challenge of RFC 7636. S256 is the only method that is accepted (rule 1.4). */
public record CodeChallenge(String text) {
  /**
   * Stands for a verifier that does not have the form of RFC 7636. It equals no challenge that a
   * client can send.
   */
  public static final CodeChallenge UNMATCHABLE = new CodeChallenge("");

  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

  public static Optional<CodeChallenge> parse(String text) {
    return CHALLENGE.matcher(text).matches()
        ? Optional.of(new CodeChallenge(text))
        : Optional.empty();
  }

  public static Optional<CodeChallenge> ofVerifier(String verifier) {
    if (!VERIFIER.matcher(verifier).matches()) {
      return Optional.empty();
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Optional.of(
          new CodeChallenge(Base64.getUrlEncoder().withoutPadding().encodeToString(hash)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
