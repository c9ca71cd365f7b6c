package dev.latchkey.mail;

import dev.latchkey.model.EmailAddress;
import java.util.Optional;
import java.util.Set;

/**
 * The server that takes mail from us, and the address it comes from. Letters carry links that open
 * accounts: without TLS they go to this machine only.
 */
public record MailServer(
        String host, int port, boolean startTls, Optional<Login> login, EmailAddress from) {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "::1");

    public MailServer {
        if (!startTls && !LOOPBACK_NAMES.contains(host)) {
            throw new IllegalArgumentException(
                    "starttls may be false for a mail server on loopback only, not for " + host);
        }
    }

    public record Login(String user, String password) {
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    public String name() {
        return host + ":" + port;
    }
}
