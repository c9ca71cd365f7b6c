package dev.latchkey.cli.option;

import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Hosts;

/** The address of the service in links that a command prints: that of the configuration. */
public final class PublishedAddress {
  private PublishedAddress() {}

  public static String of(Settings settings) {
    var listening = settings.listening();
    var hosts = new Hosts(listening.baseUrl(), listening.at().tls().isPresent());
    return hosts.baseUrl(listening.at().port());
  }
}
