package dev.latchkey.model.credential;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code client_id} of an app that has no credential and no secret: the https address of a
 * document that describes it (draft-ietf-oauth-client-id-metadata-document), or the description
 * itself, as dynamic registration has returned it (RFC 7591).
 */
public record PublicClientId(String text) {
  public static final String REGISTERED = "lk_dr_";

  private static final int MAX_CHARS = 1_000;

  /** An address with one spelling, at a named host, and with a path. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "https://(?<host>(?=[a-z0-9.-]*[a-z])[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)(:[1-9][0-9]{0,4})?"
              + "(?<path>(/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)+)(\\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*)?");

  private static final Pattern REGISTRATION = Pattern.compile(REGISTERED + "[A-Za-z0-9_-]+");

  public static Optional<PublicClientId> parse(String text) {
    return text.length() <= MAX_CHARS && (isAddress(text) || isRegistration(text))
        ? Optional.of(new PublicClientId(text))
        : Optional.empty();
  }

  private static boolean isAddress(String text) {
    Matcher address = ADDRESS.matcher(text);
    return address.matches()
        && !address.group("path").equals("/")
        && !(address.group("path") + "/").contains("/./")
        && !text.contains("..");
  }

  private static boolean isRegistration(String text) {
    return REGISTRATION.matcher(text).matches();
  }

  /** The host of the document. Empty if the app has registered itself. */
  public Optional<String> host() {
    Matcher address = ADDRESS.matcher(text);
    return address.matches() ? Optional.of(address.group("host")) : Optional.empty();
  }
}
