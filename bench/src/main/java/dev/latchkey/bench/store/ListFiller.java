package dev.latchkey.bench.store;

import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Limits;
import dev.latchkey.model.StorageFault;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Fills a store with the rows that the lists of the web application show: users, credentials, the
 * access that all users have given to one app, and entries of the audit log. Names are made of
 * common words, so that a search has few, many or no results.
 */
public final class ListFiller implements AutoCloseable {
    public static final int ORGANIZATIONS = 100;

    private static final int PART = 100_000;
    private static final List<String> TABLES =
            List.of("organizations", "users", "credentials", "grants", "audit");
    private static final long DAYS = 90;

    private static final List<String> FIRST_NAMES =
            words(
                    "Ada Bo Chen Dana Eli Fatima Gus Hana Ivan Jun Kim Lena Mei Nia Olga Pia Quinn"
                            + " Rui Sam Tara");
    private static final List<String> LAST_NAMES =
            words(
                    "Adler Bauer Costa Diaz Evans Fischer Gupta Haas Ito Jensen Khan Lopez Moreau"
                            + " Novak Okafor Petrov");
    private static final List<String> PURPOSES =
            words(
                    "Sync Board Deploy Report Mirror Backup Alert Build Import Export Metrics"
                            + " Notify");

    private static final Rows.Table ORGANIZATION =
            new Rows.Table("organizations", "organization_id, name, search_text, kind, created_at");
    private static final Rows.Table CREDENTIAL =
            new Rows.Table(
                    "credentials",
                    "client_id, type, organization_id, owner_id, subject_id, name, search_text,"
                            + " scope, redirect_uris, options, created_at, last_used_at,"
                            + " last_used_from");
    private static final Rows.Table GRANT =
            new Rows.Table(
                    "grants",
                    "grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at,"
                            + " ends_at, last_used_at, owner_id, redirect_uris");
    private static final Rows.Table ENTRY =
            new Rows.Table(
                    "audit",
                    "at, event, outcome, user_id, about_user_id, client_id, organization_id,"
                            + " address");

    /** The events of one entry in ten. The others are refreshes and exchanges. */
    private static final List<AuditEvent> RARE =
            List.of(
                    AuditEvent.SIGN_IN,
                    AuditEvent.SIGN_OUT,
                    AuditEvent.CONSENT,
                    AuditEvent.CREDENTIAL_CHANGE,
                    AuditEvent.USER_CHANGE,
                    AuditEvent.MAIL);

    private final Loader loader;
    private final List<Loader.Index> indexes;
    private final CommonValues commonValues;
    private final DerivedValues derived;
    private final Size size;
    private final PrintStream progress;

    /** How many rows of each kind there are. */
    public record Size(int users, int credentials, int audit) {}

    private ListFiller(
            Loader loader,
            CommonValues commonValues,
            DerivedValues derived,
            Size size,
            PrintStream progress)
            throws SQLException {
        this.loader = loader;
        this.indexes = loader.indexes(TABLES);
        this.commonValues = commonValues;
        this.derived = derived;
        this.size = size;
        this.progress = progress;
        loader.execute(indexes.stream().map(index -> "DROP INDEX " + index.name()).toList());
    }

    /** A store that no server has open. */
    public record Target(Path data, Optional<String> database) {}

    /** Opens a store to be filled. */
    public static ListFiller of(
            Target target,
            CommonValues commonValues,
            DerivedValues derived,
            Size size,
            PrintStream progress) {
        try {
            Loader loader = Loader.open(target.data(), target.database());
            return new ListFiller(loader, commonValues, derived, size, progress);
        } catch (SQLException cause) {
            throw new StorageFault("cannot fill the store: " + cause.getMessage(), cause);
        }
    }

    /** Adds all rows. The owner of the first credential becomes a super administrator. */
    public void fill() {
        try {
            loader.execute(
                    List.of(
                            "UPDATE users SET role = 'SUPER_ADMINISTRATOR' WHERE user_id = '%s'"
                                    .formatted(commonValues.credential().owner().value())));
            load("organizations", ORGANIZATION, ORGANIZATIONS, this::organization);
            load("users", Rows.USERS, size.users(), this::user);
            load("credentials", CREDENTIAL, size.credentials(), this::credential);
            load("grants", GRANT, size.users(), this::grant);
            load("entries of the audit log", ENTRY, size.audit(), this::entry);
        } catch (SQLException cause) {
            throw new StorageFault("cannot fill the store: " + cause.getMessage(), cause);
        }
    }

    private void load(
            String what, Rows.Table table, int count, LongFunction<List<@Nullable Object>> row)
            throws SQLException {
        var shown = new Progress(what, count, progress);
        for (int done = 0; done < count; done += PART) {
            int now = Math.min(PART, count - done);
            loader.load(table, LongStream.range(done, done + now).toArray(), row);
            shown.at(done + now);
        }
    }

    @Override
    public void close() {
        try (loader) {
            for (Loader.Index index : indexes) {
                progress.println("  making index " + index.name());
                loader.execute(List.of(index.createStatement()));
            }
        } catch (SQLException cause) {
            throw new StorageFault("cannot finish filling: " + cause.getMessage(), cause);
        }
    }

    /** The e-mail address of a user, for a search that finds few rows. */
    public static String email(long user) {
        SplittableRandom random = random(2, user);
        String first = pick(FIRST_NAMES, random);
        return email(user, first, pick(LAST_NAMES, random));
    }

    private static String email(long user, String first, String last) {
        return "%s.%s.%d@example.com".formatted(first, last, user).toLowerCase(Locale.ROOT);
    }

    private List<@Nullable Object> organization(long i) {
        String name = "Organization " + i;
        return List.of("org_%022d".formatted(i), name, searched(name), "MULTI_TEAM", createdAt(i));
    }

    private List<@Nullable Object> user(long i) {
        return List.of(
                derived.user(i).value(),
                commonValues.credential().organization().value(),
                email(i),
                userName(i),
                searched(userName(i), email(i)),
                "MEMBER",
                "",
                createdAt(i),
                createdAt(i));
    }

    private static String userName(long user) {
        SplittableRandom random = random(2, user);
        return pick(FIRST_NAMES, random) + " " + pick(LAST_NAMES, random);
    }

    private List<@Nullable Object> credential(long i) {
        SplittableRandom random = random(3, i);
        long owner = random.nextLong(size.users());
        boolean isPersonal = i % 10 > 0;
        boolean isOwn = i % 100 == 1;
        String name = pick(PURPOSES, random) + " " + pick(PURPOSES, random) + " " + i;
        String ownerText =
                isOwn
                        ? searched("Owner", "owner@example.com")
                        : searched(userName(owner), email(owner));
        return Arrays.asList(
                derived.client(Batch.CLIENTS + i).value(),
                isPersonal ? "PERSONAL" : "ORGANIZATION",
                commonValues.credential().organization().value(),
                isOwn ? commonValues.credential().owner().value() : derived.user(owner).value(),
                isPersonal ? null : "adm_%022d".formatted(i),
                name,
                searched(name) + ownerText,
                commonValues.scope(),
                isPersonal ? "https://app.example/callback" : "",
                "",
                createdAt(i),
                i % 3 == 0 ? 0L : createdAt(i) + random.nextLong(Duration.ofDays(1).toMillis()),
                "192.0.2.1");
    }

    /** What a user has allowed. Two of three grants have been used. */
    private List<@Nullable Object> grant(long i) {
        Credential.Personal app = commonValues.credential();
        long lifeAndMore = Limits.DEFAULT.grant().plusDays(DAYS).toMillis();
        return Arrays.asList(
                derived.grant(i).value(),
                app.clientId().value(),
                derived.user(i).value(),
                commonValues.team().id().value(),
                commonValues.scope(),
                createdAt(i),
                createdAt(i),
                createdAt(i) + lifeAndMore,
                i % 3 == 0
                        ? null
                        : createdAt(i) + random(5, i).nextLong(Duration.ofDays(1).toMillis()),
                app.owner().value(),
                app.redirectUris().getFirst().text());
    }

    private List<@Nullable Object> entry(long i) {
        SplittableRandom random = random(4, i);
        String user = derived.user(random.nextLong(size.users())).value();
        String client = derived.client(Batch.CLIENTS + random.nextLong(size.credentials())).value();
        int kind = random.nextInt(100);
        AuditEvent event =
                kind < 85
                        ? AuditEvent.TOKEN_REFRESH
                        : kind < 90 ? AuditEvent.CODE_EXCHANGE : pick(RARE, random);
        boolean isRare = kind >= 90;
        return Arrays.asList(
                entryAt(i),
                event.name(),
                isRare && random.nextInt(20) == 0 ? "edit_conflict" : "ok",
                user,
                isRare ? derived.user(random.nextLong(size.users())).value() : null,
                isRare ? null : client,
                commonValues.credential().organization().value(),
                isRare
                        ? "192.0.2." + random.nextInt(250)
                        : "198.51.%d.%d".formatted(random.nextInt(4), random.nextInt(250)));
    }

    private long createdAt(long i) {
        long all = Math.max(1, Math.max(size.users(), size.credentials()));
        return commonValues.at().minus(Duration.ofDays(DAYS)).toEpochMilli()
                + i * Duration.ofDays(DAYS).toMillis() / all;
    }

    private long entryAt(long i) {
        return commonValues.at().minus(Duration.ofDays(DAYS)).toEpochMilli()
                + i * Duration.ofDays(DAYS).toMillis() / size.audit();
    }

    /** What the product writes into {@code search_text}. */
    private static String searched(String... values) {
        return (String.join("\n", values) + "\n").toLowerCase(Locale.ROOT);
    }

    private static <T> T pick(List<T> words, SplittableRandom random) {
        return words.get(random.nextInt(words.size()));
    }

    private static SplittableRandom random(int kind, long i) {
        return new SplittableRandom(kind * 1_000_000_007L + i);
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
