package dev.latchkey.bench.store;

import dev.latchkey.model.Limits;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a store at size. People, credentials, grants and entries of the audit log have come
 * in the order of their numbers, over the last {@link #DAYS} days.
 */
record SizedRows(SizedValues values) {
  static final Rows.Table ORGANIZATIONS =
      new Rows.Table("organizations", "organization_id, name, search_text, kind, created_at");
  static final Rows.Table TEAMS =
      new Rows.Table("teams", "team_id, organization_id, name, created_at");
  static final Rows.Table CREDENTIALS =
      new Rows.Table(
          "credentials",
          "client_id, type, organization_id, owner_id, subject_id, name, search_text,"
              + " scope, redirect_uris, options, created_at, last_used_at,"
              + " last_used_from");
  static final Rows.Table GRANTS =
      new Rows.Table(
          "grants",
          "grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at,"
              + " ends_at, first_used_at, last_used_at, owner_id, redirect_uris,"
              + " times_revoked");
  static final Rows.Table PAIRS =
      new Rows.Table(
          "pairs",
          "access_hash, refresh_hash, grant_id, scope, access_expires_at," + " refresh_expires_at");
  static final Rows.Table AUDIT =
      new Rows.Table(
          "audit",
          "at, event, outcome, user_id, about_user_id, client_id, organization_id,"
              + " team_id, address, request_id");

  private static final int DAYS = 90;
  private static final String CALLBACK = "https://app.example/callback";

  /** The events of one entry in ten. The others are refreshes and exchanges. */
  private static final List<AuditEvent> RARE =
      List.of(
          AuditEvent.SIGN_IN,
          AuditEvent.SIGN_OUT,
          AuditEvent.CONSENT,
          AuditEvent.CREDENTIAL_CHANGE,
          AuditEvent.USER_CHANGE,
          AuditEvent.MAIL);

  List<@Nullable Object> organization(long i) {
    String name = "Organization %05d".formatted(i);
    return List.of(
        values.organization((int) i).value(),
        name,
        searched(name),
        "MULTI_TEAM",
        at(i, values.size().organizations()));
  }

  List<@Nullable Object> team(long i) {
    return List.of(
        values.team((int) i).value(),
        values.organization((int) i).value(),
        "Everyone",
        at(i, values.size().organizations()));
  }

  List<@Nullable Object> person(long i) {
    String name = SampleNames.person(i);
    String email = SampleNames.email(i);
    long createdAt = at(i, values.size().people());
    return List.of(
        values.derived().user(i).value(),
        values.organization(values.organizationOfPerson(i)).value(),
        email,
        name,
        searched(name, email),
        "MEMBER",
        "",
        createdAt,
        createdAt);
  }

  List<@Nullable Object> membership(long i) {
    return List.of(
        values.derived().user(i).value(), values.team(values.organizationOfPerson(i)).value(), 0L);
  }

  List<@Nullable Object> credential(long i) {
    int organization = values.organizationOfCredential(i);
    var random = new SplittableRandom(3 * i);
    long owner = values.person(organization, random);
    boolean isPersonal = values.isPersonal(i);
    String name = SampleNames.credential(i);
    long createdAt = at(i, values.size().credentials());
    return Arrays.asList(
        values.derived().client(Batch.CLIENTS + i).value(),
        isPersonal ? "PERSONAL" : "ORGANIZATION",
        values.organization(organization).value(),
        values.derived().user(owner).value(),
        isPersonal ? null : "adm_%022d".formatted(i),
        name,
        searched(name) + searched(SampleNames.person(owner), SampleNames.email(owner)),
        values.commonValues().scope(),
        isPersonal ? CALLBACK : "",
        "",
        createdAt,
        i % 3 == 0 ? 0L : createdAt + random.nextLong(Duration.ofDays(1).toMillis()),
        "192.0.2.1");
  }

  List<@Nullable Object> grant(long i) {
    long consentedAt = at(i, values.size().grants());
    return Arrays.asList(
        values.derived().grant(i).value(),
        values.client(i).value(),
        values.user(i).value(),
        values.team(values.organizationOfGrant(i)).value(),
        values.commonValues().scope(),
        consentedAt,
        consentedAt,
        now() + Limits.DEFAULT.grant().toMillis(),
        i % 3 == 0 ? null : consentedAt,
        i % 3 == 0 ? null : consentedAt,
        values.commonValues().credential().owner().value(),
        CALLBACK,
        0L);
  }

  /**
   * The active pair of a grant. Access tokens last as long as refresh tokens, so that a store can
   * be measured for weeks.
   */
  List<@Nullable Object> pair(long grant) {
    long end = now() + Limits.DEFAULT.refreshToken().toMillis();
    return List.of(
        values.derived().access(grant).hash().bytes(),
        values.derived().refresh(grant).hash().bytes(),
        values.derived().grant(grant).value(),
        values.commonValues().scope(),
        end,
        end);
  }

  /** A rotated refresh token. They expire in the next 30 days, one after the other. */
  List<@Nullable Object> rotated(long i) {
    long grants = values.size().grants();
    long lifetime = Limits.DEFAULT.refreshToken().toMillis();
    long grant = i % grants;
    return rotated(numberOfRotated(i), grant, now() + 1 + grant * lifetime / grants);
  }

  long numberOfRotated(long i) {
    long grants = values.size().grants();
    return SizedValues.rotatedPair(i % grants, (int) (i / grants));
  }

  /** A rotated refresh token that the purge may delete. All of them are on the same old day. */
  List<@Nullable Object> expired(long i) {
    return rotated(Batch.Kind.EXPIRED.number(i), i % values.size().grants(), expiredDay());
  }

  /** The day of {@link #expired}, which ended some time ago. */
  long expiredDay() {
    return RotatedDays.start(now() - Duration.ofDays(3).toMillis());
  }

  private List<@Nullable Object> rotated(long number, long grant, long end) {
    byte[] hash = values.derived().refresh(number).hash().bytes();
    return List.of(
        end, now(), Arrays.copyOf(hash, hash.length / 2), values.derived().grant(grant).value());
  }

  /** An entry of the audit log that the purge may delete. */
  List<@Nullable Object> expiredEntry(long i) {
    var entry = new ArrayList<@Nullable Object>(entry(i));
    entry.set(0, now() - AuditLimits.DEFAULT.age().plusDays(1).toMillis() + i);
    return entry;
  }

  List<@Nullable Object> entry(long i) {
    var random = new SplittableRandom(4 * i + 1);
    long person = random.nextLong(values.size().people());
    int organization = values.organizationOfPerson(person);
    int kind = random.nextInt(100);
    boolean isRare = kind >= 90;
    AuditEvent event =
        kind < 85
            ? AuditEvent.TOKEN_REFRESH
            : kind < 90 ? AuditEvent.CODE_EXCHANGE : RARE.get(random.nextInt(RARE.size()));
    return Arrays.asList(
        at(i, values.size().audit()),
        event.name(),
        isRare && random.nextInt(20) == 0 ? "edit_conflict" : "ok",
        values.derived().user(person).value(),
        isRare ? values.derived().user(values.person(organization, random)).value() : null,
        isRare
            ? null
            : values
                .derived()
                .client(Batch.CLIENTS + values.credential(organization, random))
                .value(),
        values.organization(organization).value(),
        values.team(organization).value(),
        isRare
            ? "192.0.2." + random.nextInt(250)
            : "198.51.%d.%d".formatted(random.nextInt(4), random.nextInt(250)),
        "req_%022d".formatted(i));
  }

  private long now() {
    return values.commonValues().at().toEpochMilli();
  }

  private long at(long i, long count) {
    return now() - Duration.ofDays(DAYS).toMillis() + i * Duration.ofDays(DAYS).toMillis() / count;
  }

  /** What the product writes into {@code search_text}. */
  private static String searched(String... values) {
    return (String.join("\n", values) + "\n").toLowerCase(Locale.ROOT);
  }
}
