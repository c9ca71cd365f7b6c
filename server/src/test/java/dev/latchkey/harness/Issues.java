package dev.latchkey.harness;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Configures a service for issues behind the gateway, as an operator does it. */
public final class Issues {
  private static final String ROUTES =
      """
      upstreams:
        issues:
          addresses: [ADDRESS]
          connections: CONNECTIONS
          connect_timeout_millis: WAIT
      routes:
        - methods: [GET]
          path: /issues/**
          scopes: [read:issue:info]
          upstream: issues
          ROW
        - methods: [POST, DELETE]
          path: /issues/**
          scopes: [write:issue:info]
          upstream: issues
          ROW
      """;

  private Issues() {}

  public static Settings behind(Settings plain, String address) {
    return behind(plain, address, "");
  }

  public static Settings behind(Settings plain, String address, String more) {
    return behind(plain, address, more, "timeout_seconds: 5");
  }

  /**
   * {@code more} are further lines of the configuration file. {@code row} is a further line of each
   * route.
   */
  public static Settings behind(Settings plain, String address, String more, String row) {
    return read(plain, more + routes(address, 256, 2_000).replace("ROW", row));
  }

  /**
   * Settings with a limit for the connections to the service, and for the time that a call waits
   * for one of them.
   */
  public static Settings bounded(Settings plain, String address, int connections, int waitMillis) {
    String row = "timeout_seconds: 20";
    return read(plain, routes(address, connections, waitMillis).replace("ROW", row));
  }

  private static String routes(String address, int connections, int waitMillis) {
    return ROUTES
        .replace("ADDRESS", address)
        .replace("CONNECTIONS", String.valueOf(connections))
        .replace("WAIT", String.valueOf(waitMillis));
  }

  private static Settings read(Settings plain, String configuration) {
    Path file = plain.store().data().resolve("latchkey.yaml");
    try {
      Files.writeString(file, configuration);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    return ConfigFile.read(file).with(plain.store()).onPort(plain.listening().at().port());
  }
}
