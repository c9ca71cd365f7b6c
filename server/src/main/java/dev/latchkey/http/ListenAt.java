package dev.latchkey.http;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server listens.
 *
 * @param tls the files of a certificate and its key; without them connections are not encrypted
 * @param unixSocket one more listener, never encrypted, for a proxy on the same machine
 */
public record ListenAt(String host, int port, Optional<TlsFiles> tls, Optional<Path> unixSocket) {

    /** In PEM: the certificate with those that lead to its root, and the key in PKCS #8. */
    public record TlsFiles(Path certificate, Path key) {}

    public static ListenAt plain(String host, int port) {
        return new ListenAt(host, port, Optional.empty(), Optional.empty());
    }
}
