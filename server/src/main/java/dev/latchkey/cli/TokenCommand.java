package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.IssuedBefore;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Manage tokens without a browser.",
        synopsisSubcommandLabel = "COMMAND")
final class TokenCommand implements Callable<Integer> {
    private static final int INTERVAL = 100_000;

    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey token revoke --help");
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = {
                "Revoke everything that was issued before a time: the access that people have allowed, with its tokens"
                        + " and codes, organization tokens, sessions, and one-time links.",
                "It is for a restored or stolen store. A running service applies it at once, on every node."
            })
    int revoke(
            @Mixin StoreOptions store,
            @Option(
                            names = "--issued-before",
                            required = true,
                            paramLabel = "TIME",
                            description =
                                    "A time such as 2026-03-01T12:00:00Z or 2026-03-01T13:00:00+01:00, or now.")
                    String issuedBefore) {
        try (Installation installation = store.open()) {
            RequestMoment now = installation.now();
            IssuedBefore.Ended ended =
                    installation
                            .stores()
                            .grants()
                            .issuedBefore()
                            .end(time(issuedBefore, now.at()), now, TokenCommand::report);
            System.out.printf(
                    Locale.ROOT,
                    "Revoked: the access of %,d grants, %,d organization tokens, %,d sessions, %,d one-time links.%n",
                    ended.grants(),
                    ended.organizationTokens(),
                    ended.sessions(),
                    ended.links());
            System.out.println(
                    "Client secrets are not revoked: rotate those that were retired since a backup.");
            return 0;
        }
    }

    private static Instant time(String text, Instant now) {
        if (text.equals("now")) {
            return now;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException unreadable) {
            throw new ConfigFault(
                    "--issued-before needs a time such as 2026-03-01T12:00:00Z, or now",
                    unreadable);
        }
    }

    private static void report(int grants) {
        if (grants % INTERVAL == 0) {
            System.err.printf(Locale.ROOT, "  %,d grants%n", grants);
        }
    }
}
