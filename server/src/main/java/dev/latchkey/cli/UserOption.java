package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.model.ManagedUser;
import picocli.CommandLine.Option;

/** The user whom a command is about. */
final class UserOption {
    @Option(
            names = "--email",
            required = true,
            paramLabel = "ADDRESS",
            description = "The e-mail address of the user.")
    private String email = "";

    ManagedUser find(Installation installation) {
        return new StoreLookup(installation.stores()).user(email);
    }
}
