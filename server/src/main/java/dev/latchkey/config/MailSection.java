package dev.latchkey.config;

import dev.latchkey.mail.MailServer;
import dev.latchkey.model.EmailAddress;
import java.io.IOException;
import java.nio.file.Files;
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
        String host = section.text("host").orElseThrow(() -> section.fault("mail needs a host"));
        int port = section.number("port").orElse(SUBMISSION_PORT);
        if (port < 1 || port > 65_535) {
            throw section.fault("port must be from 1 to 65535, not " + port);
        }
        EmailAddress from =
                section.text("from")
                        .flatMap(EmailAddress::parse)
                        .orElseThrow(
                                () -> section.fault("mail needs from, the address of the sender"));
        try {
            return new MailServer(host, port, tls(section, port), login(section), from);
        } catch (IllegalArgumentException insecure) {
            throw section.fault(String.valueOf(insecure.getMessage()));
        }
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
            throw section.fault("user and password_file belong together");
        }
        return user.map(name -> new MailServer.Login(name, password(section, file.orElseThrow())));
    }

    private static String password(Yaml section, String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException unreadable) {
            throw section.fault("cannot read password_file " + file);
        }
    }
}
