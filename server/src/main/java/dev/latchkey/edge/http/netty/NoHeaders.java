package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Headers;
import java.util.List;

/** The empty headers of a request that could not be parsed. */
enum NoHeaders implements Headers {
  NONE;

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public List<String> all(String name) {
    return List.of();
  }
}
