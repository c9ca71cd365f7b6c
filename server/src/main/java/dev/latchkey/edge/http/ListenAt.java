package dev.latchkey.edge.http;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server listens.
 *
 * @param tls the files of a certificate and its key; without them connections are not encrypted
 * @param unixSocket an additional listener, never encrypted, for a proxy on the same machine
 */
public record ListenAt(String host, int port, Optional<TlsFiles> tls, Optional<Path> unixSocket) {
  public static final String LOOPBACK = "127.0.0.1";

  /**
   * Two files in PEM: the certificate followed by its intermediate certificates, and the private
   * key in PKCS #8.
   */
  public record TlsFiles(Path certificate, Path key) {}

  public static ListenAt plain(String host, int port) {
    return new ListenAt(host, port, Optional.empty(), Optional.empty());
  }
}
