package dev.latchkey.cli;

import dev.latchkey.Wiring;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.Occasion;
import dev.latchkey.storage.People;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Manage users without a browser.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = UserAddCommand.class)
final class UserCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("say what to do with users: latchkey user add --help");
    }

    @Command(
            name = "disable",
            mixinStandardHelpOptions = true,
            description =
                    "Disable a user: sessions, consents and tokens are dead at once, on every node.")
    int disable(
            @Mixin StoreOptions store,
            @Option(
                            names = "--email",
                            required = true,
                            paramLabel = "ADDRESS",
                            description = "Who it is.")
                    String email) {
        return act(store, email, "is disabled", People::disable);
    }

    @Command(
            name = "enable",
            mixinStandardHelpOptions = true,
            description = "Enable a user again; what was issued before stays dead.")
    int enable(
            @Mixin StoreOptions store,
            @Option(
                            names = "--email",
                            required = true,
                            paramLabel = "ADDRESS",
                            description = "Who it is.")
                    String email) {
        return act(store, email, "is enabled", People::enable);
    }

    @FunctionalInterface
    private interface Act {
        boolean on(People people, Id.User user, Optional<Id.User> by, Occasion now);
    }

    private static int act(StoreOptions store, String email, String done, Act act) {
        try (Wiring wiring = store.wiring()) {
            Id.User user =
                    wiring.people()
                            .findByEmail(EmailAddress.normal(email))
                            .orElseThrow(() ->
                                    new ConfigFault("there is no user with the address " + email));
            boolean changed = act.on(wiring.people(), user, Optional.empty(), wiring.here());
            System.out.println(email + " " + done + (changed ? "" : ", and was before"));
            return 0;
        }
    }
}
