package dev.latchkey.faults.inject;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Installed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A library that is preloaded into a node and changes calls of libc. */
public final class Shim {
  private static final Path SOURCES = Checkout.file("torture/src/test/c");

  /** The built libraries. Each is built once for all tests of a run. */
  private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

  private final Path library;
  private final Map<String, String> variables;

  Shim(String source, Map<String, String> variables) {
    this.library = BUILT.computeIfAbsent(source, Shim::build);
    this.variables = Map.copyOf(variables);
  }

  /** The environment variables with which a process loads all of these shims. */
  public static Map<String, String> environment(Shim... shims) {
    var all = new HashMap<String, String>();
    Stream.of(shims).forEach(shim -> all.putAll(shim.variables));
    all.put(
        "LD_PRELOAD",
        Stream.of(shims).map(shim -> shim.library.toString()).collect(Collectors.joining(":")));
    return all;
  }

  private static Path build(String source) {
    Path library = Latchkey.temporaryDirectory().resolve(source + ".so");
    String complaints =
        Installed.run(
            "gcc",
            "gcc",
            "-std=c11",
            "-D_GNU_SOURCE",
            "-U_FORTIFY_SOURCE",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O2",
            "-fPIC",
            "-shared",
            "-pthread",
            "-o",
            library.toString(),
            SOURCES.resolve(source).toString(),
            "-ldl");
    if (!Files.exists(library)) {
      throw new AssertionError("cannot build " + source + ": " + complaints);
    }
    return library;
  }
}
