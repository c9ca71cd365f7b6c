package dev.latchkey.login.provider;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.storage.people.ExternalSignIns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The page to which an external sign-in leads back. The address to which the provider sends the
 * browser is fixed, so the browser keeps the page in cookies while it is away. Browsers accept
 * about 4,000 bytes in each cookie, and an authorization request can be longer, so it is split.
 */
public final class ReturnCookies {
  private static final String COOKIE = "latchkey_waiting_";
  private static final int PART_CHARS = 3_800;
  private static final int PARAMETER_CHARS = "request=".length();
  private static final int MAX_PARTS = (SealedRequest.MAX_CHARS + PARAMETER_CHARS) / PART_CHARS + 1;

  private ReturnCookies() {}

  /** The cookies to set. Those that are left from an earlier sign-in are cleared. */
  public static Header[] keep(Request request, AfterSignIn target) {
    String text = target.text();
    var headers = new ArrayList<Header>();
    for (int part = 0; part < MAX_PARTS; part++) {
      int from = part * PART_CHARS;
      if (from < text.length()) {
        String value = text.substring(from, Math.min(from + PART_CHARS, text.length()));
        headers.add(
            Cookies.keep(COOKIE + part, value, request.isSecure(), ExternalSignIns.TIMEOUT));
      } else if (sent(request, part).isPresent()) {
        headers.add(Cookies.clear(COOKIE + part, request.isSecure()));
      }
    }
    return headers.toArray(Header[]::new);
  }

  public static AfterSignIn read(Request request) {
    List<String> parts = new ArrayList<>();
    Optional<String> part = sent(request, 0);
    while (part.isPresent()) {
      parts.add(part.get());
      part = sent(request, parts.size());
    }
    return AfterSignIn.parse(String.join("", parts));
  }

  private static Optional<String> sent(Request request, int part) {
    return request.cookie(Cookies.name(COOKIE + part, request.isSecure()));
  }
}
