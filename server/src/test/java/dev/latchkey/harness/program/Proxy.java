package dev.latchkey.harness.program;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * A proxy of Debian on the loopback address, with a directory of its own, for the duration of a
 * test. A test is skipped if the proxy is not installed.
 */
public final class Proxy implements AutoCloseable {
  private final ChildProcess process;

  private Proxy(ChildProcess process) {
    this.process = process;
  }

  public static Proxy caddy(int port, String configuration) {
    return start(
        "caddy",
        "caddy",
        port,
        Map.of("Caddyfile", "{\n\tadmin off\n\tauto_https off\n}\n" + configuration),
        "run --adapter caddyfile --config Caddyfile");
  }

  /** {@code script} is the file latchkey.lua. */
  public static Proxy haproxy(int port, String configuration, String script) {
    return start(
        "haproxy",
        "haproxy",
        port,
        Map.of(
            "haproxy.cfg",
            "global\n    lua-load latchkey.lua\n" + configuration,
            "latchkey.lua",
            script),
        "-db -q -f haproxy.cfg");
  }

  public static Proxy apache(int port, String configuration) {
    var file = new StringBuilder();
    for (String module : List.of("mpm_event", "authz_core", "proxy", "proxy_http", "headers")) {
      file.append(
          "LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\n".formatted(module, module));
    }
    file.append("PidFile pid\nErrorLog errors\nListen 127.0.0.1:%d\n".formatted(port));
    file.append(configuration);
    return start(
        "apache2",
        "apache2-bin",
        port,
        Map.of("apache.conf", file.toString()),
        "-D FOREGROUND -d DIRECTORY -f apache.conf");
  }

  public static Proxy varnish(int port, String configuration) {
    return start(
        "varnishd",
        "varnish",
        port,
        Map.of("default.vcl", configuration),
        "-F -j none -n DIRECTORY/work -s malloc,16m -a 127.0.0.1:"
            + port
            + " -f DIRECTORY/default.vcl");
  }

  private static Proxy start(
      String program, String debianPackage, int port, Map<String, String> files, String arguments) {
    Assumptions.assumeTrue(
        Installed.find(program).isPresent(),
        "this test needs " + program + ": install the package '" + debianPackage + "'");
    Path directory = Latchkey.temporaryDirectory();
    var command =
        List.of(
            (Installed.require(program, debianPackage) + " " + arguments)
                .replace("DIRECTORY", directory.toString())
                .split(" "));
    Path out = directory.resolve("out");
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
      var builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile());
      builder.environment().put("XDG_DATA_HOME", directory.toString());
      builder.environment().put("XDG_CONFIG_HOME", directory.toString());
      ChildProcess process = ChildProcess.start(builder);
      process.awaitListening(port, () -> read(out));
      return new Proxy(process);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
