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
            Set.of("host", "port", "starttls", "user", "password_file", "from");
    private static final int SUBMISSION_PORT = 587;

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
        boolean startTls =
                switch (section.text("starttls").orElse("true")) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw section.fault("starttls must be true or false");
                };
        EmailAddress from =
                section.text("from")
                        .flatMap(EmailAddress::parse)
                        .orElseThrow(
                                () -> section.fault("mail needs from, the address of the sender"));
        try {
            return new MailServer(host, port, startTls, login(section), from);
        } catch (IllegalArgumentException insecure) {
            throw section.fault(String.valueOf(insecure.getMessage()));
        }
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
