package dev.latchkey.edge.observe;

import dev.latchkey.edge.http.Form;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A path as the logs show it. A secret in a path is a mistake of a client. */
final class LoggedPath {
  private static final Pattern SECRET = Pattern.compile("(lk_[a-z]{2}_)[0-9A-Za-z]+");

  private LoggedPath() {}

  /** A path that would show a secret only decoded is logged decoded. */
  static String withoutSecrets(String path) {
    if (!path.contains("%") && !path.contains("lk_")) {
      return path;
    }
    String decoded = path.contains("%") ? Form.decode(path).orElse(path) : path;
    Matcher secrets = SECRET.matcher(decoded);
    return secrets.find() ? secrets.replaceAll("$1…") : path;
  }
}
