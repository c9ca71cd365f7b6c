package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The call that another gateway asks about: its method, and its path as it was sent. If several
 * header pairs name the call, they must agree. The call is not accepted if a pair is incomplete or
 * a header is repeated.
 */
record CheckedCall(String method, String path) {
  private static final Map<String, String> PAIRS =
      Map.of("X-Original-Method", "X-Original-URI", "X-Forwarded-Method", "X-Forwarded-Uri");

  /** {@code inAddress} is the call of a gateway that asks by repeating the call itself. */
  static Optional<CheckedCall> of(Headers headers, Optional<CheckedCall> inAddress) {
    var found = new ArrayList<Optional<CheckedCall>>();
    if (inAddress.isPresent()) {
      found.add(inAddress);
    }
    PAIRS.forEach((method, uri) -> {
      List<String> methods = headers.all(method);
      List<String> uris = headers.all(uri);
      if (!methods.isEmpty() || !uris.isEmpty()) {
        found.add(pair(methods, uris));
      }
    });
    return found.stream().distinct().count() == 1 ? found.getFirst() : Optional.empty();
  }

  private static Optional<CheckedCall> pair(List<String> methods, List<String> uris) {
    return methods.size() == 1 && uris.size() == 1
        ? Optional.of(new CheckedCall(methods.getFirst(), path(uris.getFirst())))
        : Optional.empty();
  }

  private static String path(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }
}
