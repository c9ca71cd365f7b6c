package dev.latchkey.config;

import dev.latchkey.mail.MailServer;
import dev.latchkey.model.EmailAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
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
        int port = section.number("port", SUBMISSION_PORT, 1, 65_535);
        boolean startTls = section.isOn("starttls", List.of("true", "false"), true);
        Optional<Optional<MailServer.Login>> login = section.attempt(() -> login(section));
        Optional<EmailAddress> from = section.attempt(() -> from(section));
        String host =
                section.text("host")
                        .filter(name -> !name.isBlank())
                        .orElseThrow(() ->
                                section.fault(
                                        "host", "mail needs a host, the name of the mail server"));
        Optional<String> insecure = MailServer.refusal(host, startTls);
        if (insecure.isPresent()) {
            throw section.fault("starttls", insecure.get());
        }
        return new MailServer(
                host,
                port,
                startTls,
                login.orElse(Optional.empty()),
                from.orElseThrow(Document.Unsound::new));
    }

    private static EmailAddress from(Yaml section) {
        return section.text("from")
                .flatMap(EmailAddress::parse)
                .orElseThrow(() ->
                        section.fault(
                                "from",
                                "mail needs from, the address of the sender, such as"
                                        + " latchkey@example.com"));
    }

    private static Optional<MailServer.Login> login(Yaml section) {
        Optional<String> user = section.text("user");
        Optional<String> file = section.text("password_file");
        if (user.isPresent() != file.isPresent()) {
            String missing = user.isPresent() ? "password_file" : "user";
            throw section.fault(
                    missing, "user and password_file belong together: set both or none");
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
