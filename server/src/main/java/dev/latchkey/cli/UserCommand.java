package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Standing;
import dev.latchkey.storage.Roster;
import dev.latchkey.storage.Stores;
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
    int disable(@Mixin StoreOptions store, @Mixin Whom whom) {
        return act(
                store,
                whom.email,
                "is disabled",
                (stores, known, now) ->
                        stores.users().roster().disable(known, Optional.empty(), now));
    }

    @Command(
            name = "enable",
            mixinStandardHelpOptions = true,
            description = "Enable a user again; what was issued before stays dead.")
    int enable(@Mixin StoreOptions store, @Mixin Whom whom) {
        return act(
                store,
                whom.email,
                "is enabled",
                (stores, known, now) ->
                        stores.users().roster().enable(known, Optional.empty(), now));
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
                        stores.signIn().factors().takeOff(known, Optional.empty(), now)
                                ? Roster.Kept.DONE
                                : Roster.Kept.CHANGED_MEANWHILE);
    }

    static final class Whom {
        @Option(
                names = "--email",
                required = true,
                paramLabel = "ADDRESS",
                description = "Who it is.")
        private String email = "";
    }

    @FunctionalInterface
    private interface Act {
        Roster.Kept on(Stores stores, Standing known, Occasion now);
    }

    private static int act(StoreOptions store, String email, String done, Act act) {
        try (Installation installation = store.open()) {
            Stores stores = installation.stores();
            Standing known =
                    stores.users()
                            .people()
                            .findByEmail(EmailAddress.normal(email))
                            .flatMap(stores.users().roster()::find)
                            .orElseThrow(() ->
                                    new ConfigFault("there is no user with the address " + email));
            Roster.Kept kept = act.on(stores, known, installation.here());
            if (kept == Roster.Kept.LAST_SUPER_ADMINISTRATOR) {
                throw new ConfigFault(email + " is the last super administrator");
            }
            boolean changed = kept == Roster.Kept.DONE;
            System.out.println(email + " " + done + (changed ? "" : ", and was before"));
            return 0;
        }
    }
}
