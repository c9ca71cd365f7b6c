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
        name = "enable",
        mixinStandardHelpOptions = true,
        description =
                "Enable a user again: the user can sign in; what was issued before stays dead.")
final class UserEnableCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(names = "--email", required = true, paramLabel = "ADDRESS", description = "Who it is.")
    private String email = "";

    @Override
    public Integer call() {
        try (Wiring wiring = store.wiring()) {
            Id.User user = UserCommand.find(wiring, email);
            if (!wiring.people().enable(user, Optional.empty(), wiring.here())) {
                throw new ConfigFault(email + " is not disabled");
            }
            System.out.println(email + " is enabled");
            return 0;
        }
    }
}
