package dev.latchkey.app.config;

import dev.latchkey.mail.MailServer;
import dev.latchkey.model.EmailAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The section {@code mail} of the file. The password is in a separate file. */
final class MailSection {
  private static final Set<String> KEYS =
      Set.of("host", "port", "tls", "starttls", "user", "password_file", "from");
  private static final int SUBMISSION_PORT = 587;
  private static final int IMPLICIT_TLS_PORT = 465;

  private MailSection() {}

  static Optional<MailServer> read(Yaml file) {
    return file.section("mail").map(MailSection::server);
  }

  private static MailServer server(Yaml section) {
    section.only(KEYS);
    int port = section.number("port", SUBMISSION_PORT, 1, 65_535);
    Optional<MailServer.Tls> tls = section.attempt(() -> tls(section, port));
    Optional<Optional<MailServer.Login>> login = section.attempt(() -> login(section));
    Optional<EmailAddress> from = section.attempt(() -> from(section));
    String host =
        section
            .text("host")
            .filter(name -> !name.isBlank())
            .orElseThrow(
                () -> section.fault("host", "mail needs a host, the name of the mail server"));
    Optional<String> insecure = tls.flatMap(chosen -> MailServer.refusal(host, chosen));
    if (insecure.isPresent()) {
      throw section.fault(section.has("starttls") ? "starttls" : "tls", insecure.get());
    }
    return new MailServer(
        host,
        port,
        tls.orElseThrow(Document.Unsound::new),
        login.orElse(Optional.empty()),
        from.orElseThrow(Document.Unsound::new));
  }

  private static EmailAddress from(Yaml section) {
    return section
        .text("from")
        .flatMap(EmailAddress::parse)
        .orElseThrow(() ->
            section.fault(
                "from",
                "mail needs from, the address of the sender, such as" + " latchkey@example.com"));
  }

  /** {@code starttls} is the older key, which knew two values of {@code tls} only. */
  private static MailServer.Tls tls(Yaml section, int port) {
    Optional<String> older = section.text("starttls");
    Optional<String> tls = section.text("tls");
    if (older.isPresent() && tls.isPresent()) {
      throw section.fault("starttls", "tls replaces starttls: write only tls");
    }
    if (older.isPresent()) {
      return switch (older.get()) {
        case "true" -> MailServer.Tls.STARTTLS;
        case "false" -> MailServer.Tls.NONE;
        default -> throw section.fault("starttls", "starttls must be true or false");
      };
    }
    boolean isImplicit = port == IMPLICIT_TLS_PORT;
    return switch (tls.orElse(isImplicit ? "implicit" : "starttls")) {
      case "implicit" -> MailServer.Tls.IMPLICIT;
      case "starttls" -> MailServer.Tls.STARTTLS;
      case "none" -> MailServer.Tls.NONE;
      default -> throw section.fault("tls", "tls must be implicit, starttls or none");
    };
  }

  private static Optional<MailServer.Login> login(Yaml section) {
    Optional<String> user = section.text("user");
    Optional<String> file = section.text("password_file");
    if (user.isPresent() != file.isPresent()) {
      String missing = user.isPresent() ? "password_file" : "user";
      throw section.fault(missing, "user and password_file belong together: set both or none");
    }
    return user.map(name -> new MailServer.Login(name, password(section, file.orElseThrow())));
  }

  private static String password(Yaml section, String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | InvalidPathException unreadable) {
      throw section.fault("password_file", "cannot read " + file);
    }
  }
}
