package dev.latchkey.model.credential;

import dev.latchkey.model.Id;
import java.util.regex.Pattern;

/** The logo of an app. {@code hash} is that of its content, so another logo has another address. */
public record Logo(Id.Client client, String hash) {
  /** Where logos are served. */
  public static final String BASE = "/logos";

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public Logo {
    if (!isHash(hash)) {
      throw new IllegalArgumentException("not a hash");
    }
  }

  public static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }

  public String path() {
    return BASE + "/" + client.value() + "/" + hash;
  }
}
