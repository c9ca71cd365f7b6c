package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.UserAdministration;
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
        throw new ConfigFault("name a command, for example: latchkey user add --help");
    }

    @Command(
            name = "disable",
            mixinStandardHelpOptions = true,
            description =
                    "Disable a user: sessions, consents and tokens end at once, on every node.")
    int disable(@Mixin StoreOptions store, @Mixin Whom whom) {
        return act(
                store,
                whom.email,
                "is disabled",
                (stores, known, now) ->
                        stores.users().administration().disable(known, Optional.empty(), now));
    }

    @Command(
            name = "enable",
            mixinStandardHelpOptions = true,
            description = "Enable a user again. What was issued before stays inactive.")
    int enable(@Mixin StoreOptions store, @Mixin Whom whom) {
        return act(
                store,
                whom.email,
                "is enabled",
                (stores, known, now) ->
                        stores.users().administration().enable(known, Optional.empty(), now));
    }

    @Command(
            name = "remove-factor",
            mixinStandardHelpOptions = true,
            description =
                    "Remove a user's authenticator app and recovery codes, and end all sessions:"
                            + " the password alone signs in.")
    int removeFactor(@Mixin StoreOptions store, @Mixin Whom whom) {
        return act(
                store,
                whom.email,
                "signs in with the password alone",
                (stores, known, now) ->
                        stores.signIn()
                                        .factors()
                                        .removeByAdministrator(known, Optional.empty(), now)
                                ? UserAdministration.Outcome.DONE
                                : UserAdministration.Outcome.EDIT_CONFLICT);
    }

    static final class Whom {
        @Option(
                names = "--email",
                required = true,
                paramLabel = "ADDRESS",
                description = "The e-mail address of the user.")
        private String email = "";
    }

    @FunctionalInterface
    private interface Act {
        UserAdministration.Outcome on(Stores stores, ManagedUser known, RequestMoment now);
    }

    private static int act(StoreOptions store, String email, String done, Act act) {
        try (Installation installation = store.open()) {
            Stores stores = installation.stores();
            ManagedUser known =
                    stores.users()
                            .users()
                            .findByEmail(EmailAddress.normal(email))
                            .flatMap(stores.users().administration()::find)
                            .orElseThrow(() ->
                                    new ConfigFault("there is no user with the address " + email));
            UserAdministration.Outcome outcome = act.on(stores, known, installation.now());
            if (outcome == UserAdministration.Outcome.LAST_SUPER_ADMINISTRATOR) {
                throw new ConfigFault(email + " is the last super administrator");
            }
            boolean changed = outcome == UserAdministration.Outcome.DONE;
            System.out.println(email + " " + done + (changed ? "" : ", and was before"));
            return 0;
        }
    }
}
