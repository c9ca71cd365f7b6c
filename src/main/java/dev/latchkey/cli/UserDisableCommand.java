package dev.latchkey.cli;

import dev.latchkey.Wiring;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.Id;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "disable",
        mixinStandardHelpOptions = true,
        description =
                "Disable a user: sessions, consents and tokens are dead at once, on every node.")
final class UserDisableCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(names = "--email", required = true, paramLabel = "ADDRESS", description = "Who it is.")
    private String email = "";

    @Override
    public Integer call() {
        try (Wiring wiring = store.wiring()) {
            Id.User user = UserCommand.find(wiring, email);
            if (!wiring.people().disable(user, Optional.empty(), wiring.here())) {
                throw new ConfigFault(email + " is disabled already");
            }
            System.out.println(email + " is disabled");
            return 0;
        }
    }
}
