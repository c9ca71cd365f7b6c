package dev.latchkey.storage;

import dev.latchkey.harness.Clock;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Postgres;
import dev.latchkey.harness.Store;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.Reach;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A store seen by the node under test and by another one, which is the same where only one can
 * commit.
 */
final class Nodes implements AutoCloseable {
    static final Limits WITHOUT_MEMORY =
            new Limits(300, 86_400, 30, 365, 60, 30, 120, 24, 10, 20, 10, 72, 60, 0, 0, 90, 30, 60);

    final Clock clock = new Clock();
    final Database here;
    final Database elsewhere;

    private final SecureRandom dice = new SecureRandom();
    private final Id.Organization home = Id.ORGANIZATION.draw(dice);

    private Nodes(Database here, Database elsewhere) {
        this.here = here;
        this.elsewhere = elsewhere;
        Schema.bringUp(here);
        new People(here)
                .add(new Organization(home, "Home", Organization.Kind.MULTI_TEAM), now("console"));
    }

    static Nodes open(Store store) {
        return switch (store) {
            case SQLITE -> {
                Database only =
                        SqliteDatabase.open(
                                Latchkey.temporaryDirectory().resolve("latchkey.db"),
                                0,
                                entry -> {});
                yield new Nodes(only, only);
            }
            case POSTGRESQL -> {
                String url = Postgres.freshDatabase();
                yield new Nodes(
                        PostgresDatabase.open(url, entry -> {}),
                        PostgresDatabase.open(url, entry -> {}));
            }
        };
    }

    Occasion now(String address) {
        return new Occasion(clock.instant(), address);
    }

    Id.User person() {
        Id.User id = Id.USER.draw(dice);
        var user =
                new User(id, id.value() + "@example.com", "Mei", home, User.Role.MEMBER, List.of());
        new People(here).add(user, new PasswordHash("none"), now("console"));
        return id;
    }

    Credential.Personal app(Id.User owner, Secret.Client secret) {
        var app =
                new Credential.Personal(
                        Id.CLIENT.draw(dice),
                        "App",
                        home,
                        owner,
                        Scopes.parse("read:issue:info"),
                        List.of(new RedirectUri("https://app.example/callback")),
                        Set.of(),
                        clock.instant(),
                        1);
        new Credentials(here, Limits.DEFAULT).create(app, secret, now("console"));
        return app;
    }

    Credential.Organizational machine(Id.User owner, Secret.Organization token) {
        var machine =
                new Credential.Organizational(
                        Id.CLIENT.draw(dice),
                        "Machine",
                        home,
                        owner,
                        Scopes.parse("read:issue:info"),
                        Id.VIRTUAL_ADMINISTRATOR.draw(dice),
                        new Reach(home, Optional.empty()),
                        clock.instant(),
                        1);
        new Credentials(here, Limits.DEFAULT).create(machine, token, now("console"));
        return machine;
    }

    Secret.Client secret() {
        return Secret.CLIENT.mint(dice);
    }

    Secret.Organization token() {
        return Secret.ORGANIZATION.mint(dice);
    }

    Id.Form form() {
        return Id.FORM.draw(dice);
    }

    /** As an event loop does before it looks into memory; here the caller may wait. */
    void catchUp() {
        var done = new CompletableFuture<Boolean>();
        here.whenCaughtUp(() -> done.complete(true), () -> done.complete(false));
        if (!done.join()) {
            throw new AssertionError("not caught up");
        }
    }

    @Override
    public void close() {
        here.close();
        if (!elsewhere.equals(here)) {
            elsewhere.close();
        }
    }
}
