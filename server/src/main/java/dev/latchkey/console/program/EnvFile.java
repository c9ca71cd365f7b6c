package dev.latchkey.console.program;

import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The file with the settings of an app: its identifier, its secret and the addresses. Shells,
 * containers and libraries read such files.
 */
public final class EnvFile {
  public static final String NAME = "latchkey.env";

  /** What every reader takes as it is, without quotes. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._~:/?=%+,@-]*");

  private EnvFile() {}

  public static String of(Credential.Personal credential, Secret.Client secret, String baseUrl) {
    var values = new LinkedHashMap<String, String>();
    values.put("LATCHKEY_URL", baseUrl);
    values.put("LATCHKEY_CLIENT_ID", credential.clientId().value());
    values.put("LATCHKEY_CLIENT_SECRET", secret.reveal());
    credential.redirectUris().stream()
        .findFirst()
        .map(RedirectUri::text)
        .ifPresent(uri -> values.put("LATCHKEY_REDIRECT_URI", uri));
    values.put("LATCHKEY_AUTHORIZE_URL", baseUrl + "/oauth2/authorize");
    values.put("LATCHKEY_TOKEN_URL", baseUrl + "/oauth2/token");
    values.put("LATCHKEY_INTROSPECT_URL", baseUrl + "/oauth2/introspect");
    values.put("LATCHKEY_REVOKE_URL", baseUrl + "/oauth2/revoke");
    values.put("LATCHKEY_API_URL", baseUrl + "/openapi/v2");
    return lines(values);
  }

  public static String of(
      Credential.Organizational credential, Secret.Organization token, String baseUrl) {
    var values = new LinkedHashMap<String, String>();
    values.put("LATCHKEY_URL", baseUrl);
    values.put("LATCHKEY_CLIENT_ID", credential.clientId().value());
    values.put("LATCHKEY_TOKEN", token.reveal());
    values.put("LATCHKEY_INTROSPECT_URL", baseUrl + "/oauth2/introspect");
    values.put("LATCHKEY_API_URL", baseUrl + "/openapi/v2");
    return lines(values);
  }

  private static String lines(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + "=" + quoted(value.getValue()) + "\n")
        .collect(
            Collectors.joining("", "# Contains a secret: keep it out of version control.\n", ""));
  }

  /**
   * A redirect URI may contain characters that a shell would execute. In single quotes a shell
   * executes nothing.
   */
  private static String quoted(String value) {
    return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
  }
}
