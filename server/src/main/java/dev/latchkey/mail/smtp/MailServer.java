package dev.latchkey.mail.smtp;

import dev.latchkey.model.person.EmailAddress;
import java.util.Optional;
import java.util.Set;

/**
 * The mail server that Latchkey sends its mail to, and the address that the mail comes from.
 * Messages contain links that open accounts, so a connection without TLS is allowed to a mail
 * server on this machine only.
 */
public record MailServer(String host, int port, Tls tls, Optional<Login> login, EmailAddress from) {
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "::1");

  public MailServer {
    Optional<String> insecure = refusal(host, tls);
    if (insecure.isPresent()) {
      throw new IllegalArgumentException(insecure.get());
    }
  }

  /** Why a mail server may not be used so. */
  public static Optional<String> refusal(String host, Tls tls) {
    return tls != Tls.NONE || LOOPBACK_NAMES.contains(host)
        ? Optional.empty()
        : Optional.of("tls may be none for a mail server on loopback only, not for " + host);
  }

  /** When the connection is encrypted. */
  public enum Tls {
    /** From the first byte (RFC 8314), as at port 465. */
    IMPLICIT,
    /** After a command in plain text (RFC 3207), as at port 587. */
    STARTTLS,
    NONE
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
