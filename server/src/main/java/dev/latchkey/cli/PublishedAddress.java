package dev.latchkey.cli;

import dev.latchkey.config.Settings;
import dev.latchkey.http.Hosts;

/** The address of the service in links that a command prints: that of the configuration. */
final class PublishedAddress {
    private PublishedAddress() {}

    static String of(Settings settings) {
        return new Hosts(settings.baseUrl(), settings.tls().isPresent()).baseUrl(settings.port());
    }
}
