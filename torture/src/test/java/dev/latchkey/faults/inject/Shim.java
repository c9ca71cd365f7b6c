package dev.latchkey.faults.inject;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A library that is preloaded into a node and changes calls of libc. */
public record Shim(Path library, Map<String, String> variables) {
  /** The environment variables with which a process loads all of these shims. */
  public static Map<String, String> environment(Shim... shims) {
    var all = new HashMap<String, String>();
    Stream.of(shims).forEach(shim -> all.putAll(shim.variables()));
    all.put(
        "LD_PRELOAD",
        Stream.of(shims).map(shim -> shim.library().toString()).collect(Collectors.joining(":")));
    return all;
  }
}
