package dev.latchkey.cli;

import dev.latchkey.Wiring;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.login.SignIn;
import dev.latchkey.model.Id;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Manage users without a browser.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UserAddCommand.class, UserDisableCommand.class, UserEnableCommand.class})
final class UserCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("say what to do with users: latchkey user add --help");
    }

    static Id.User find(Wiring wiring, String email) {
        return wiring.people()
                .findByEmail(SignIn.normal(email))
                .orElseThrow(() -> new ConfigFault("there is no user with the address " + email));
    }
}
