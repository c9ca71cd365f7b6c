package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.BadInput.Kind;
import dev.latchkey.BadInput.Sender;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.store.StoreContents;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.Rules;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.storage.database.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * One account of writes (security row W1). Every route is called by strangers, and by a person and
 * an app of another organization, with each kind of bad input, and the rows of every table are
 * counted. A table or a route that is not in the account below may not grow.
 */
@Order(1)
class BoundedWritesTest {
  /** So many requests of a kind show whether it adds rows, where some kind has added one. */
  private static final int FEW = 2;

  /** A kind that adds rows is sent so much more often than it may add rows to a table. */
  private static final double MORE = 1.2;

  private static final int AT_ONCE = 10;

  /**
   * The most rows that one caller adds to a table with one kind of bad input at any route: 20
   * entries an hour about refused acts of one person or app, and the bucket of this limit.
   */
  private static final Map<String, Integer> EVERYWHERE = Map.of("audit", 20, "throttles", 1);

  /** The routes at which it is more, and why. */
  private static final Map<String, Map<String, Integer>> AT =
      Map.of(
          // 200 wrong passwords a minute from one network, each with its own bucket. 240
          // entries an hour about unproven callers of one network. Three buckets of
          // these limits.
          "POST /sign-in", Map.of("audit", 240, "throttles", 204),
          // 60 wrong answers a minute from one network. Each spends its challenge. 60
          // entries an hour about one person.
          "POST /sign-in/passkey", Map.of("audit", 60, "sent_forms", 60, "throttles", 4),
          // 120 sign-ins a minute that one network does not complete.
          "POST /sign-in/with/{provider}", Map.of("external_sign_ins", 120),
          "POST /account/security/links/{provider}", Map.of("external_sign_ins", 120),
          // 30 requests a minute of the devices of one network.
          "POST /oauth2/device_authorization",
              Map.of("audit", 20, "device_requests", 30, "throttles", 4),
          // 10 a minute from one network; 3 an hour for one account. Each address has two
          // buckets.
          "POST /forgot-password", Map.of("audit", 20, "password_links", 3, "throttles", 24),
          // 20 wrong secrets a minute for one app from one network.
          "POST /oauth2/token", Map.of("audit", 20, "throttles", 4),
          "POST /oauth2/introspect", Map.of("audit", 20, "throttles", 4),
          "POST /oauth2/revoke", Map.of("audit", 20, "throttles", 4));

  /** Tables to which no bad input adds a row. */
  private static final Set<String> CLOSED =
      Set.of(
          "access_review_items",
          "access_review_schedules",
          "access_reviews",
          "alert_mutes",
          "alert_rules",
          "answers",
          "app_logos",
          "child_tokens",
          "client_policies",
          "client_requests",
          "client_secrets",
          "codes",
          "credentials",
          "event_deliveries",
          "event_endpoints",
          "external_links",
          "first_views",
          "grants",
          "memberships",
          "organization_tokens",
          "organization_logs",
          "organizations",
          "pairs",
          "passkeys",
          "pending_sign_ins",
          "public_clients",
          "recovery_codes",
          "revocations",
          "rotated_access",
          "rotated_refresh",
          "saved_views",
          "schema_version",
          "sessions",
          "setup_keys",
          "signing_keys",
          "teams",
          "transfer_offers",
          "users");

  @Test
  void bad_input_adds_a_limited_number_of_rows_at_every_route() {
    walk(Store.SQLITE);
  }

  /** The limits themselves are tested with both databases, where they live. */
  @Test
  @Tag("long")
  void on_postgresql_bad_input_adds_a_limited_number_of_rows() {
    walk(Store.POSTGRESQL);
  }

  private static void walk(Store store) {
    try (OidcProvider provider = new OidcProvider(InstantSource.system());
        Latchkey latchkey = start(store, provider)) {
      var input = new BadInput(latchkey);
      var wrong = new ArrayList<String>();
      for (Route route : routes(latchkey)) {
        latchkey.clock.pass(Duration.ofMinutes(61));
        input.renew();
        for (Sender sender : senders(route)) {
          wrong.addAll(examine(latchkey, input, route, sender));
        }
      }

      assertThat(wrong).isEmpty();
    }
  }

  @ParameterizedTest
  @EachStore
  void every_table_is_in_the_account(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      assertThat(rows(latchkey).keySet())
          .allMatch(table ->
              CLOSED.contains(table)
                  || StoreContents.IN_BACKGROUND.contains(table)
                  || EVERYWHERE.containsKey(table)
                  || AT.values().stream().anyMatch(rows -> rows.containsKey(table)));
    }
  }

  @Test
  void every_route_in_the_account_exists() {
    try (OidcProvider provider = new OidcProvider(InstantSource.system());
        Latchkey latchkey = start(Store.SQLITE, provider)) {
      assertThat(routes(latchkey).stream().map(Route::toString)).containsAll(AT.keySet());
    }
  }

  private static List<String> examine(
      Latchkey latchkey, BadInput input, Route route, Sender sender) {
    Map<String, Long> before = rows(latchkey);
    for (Kind kind : Kind.of(route)) {
      send(input, route, sender, kind, 1);
    }
    if (grown(before, rows(latchkey)).isEmpty()) {
      return List.of();
    }
    var wrong = new ArrayList<String>();
    for (Kind kind : Kind.of(route)) {
      Map<String, Long> atFirst = rows(latchkey);
      send(input, route, sender, kind, FEW);
      if (grown(atFirst, rows(latchkey)).isEmpty()) {
        continue;
      }
      Map<String, Integer> bounds = AT.getOrDefault(route.toString(), EVERYWHERE);
      int many = (int) (MORE * Collections.max(bounds.values()));
      send(input, route, sender, kind, many - FEW);
      grown(atFirst, rows(latchkey))
          .forEach((table, rows) -> {
            if (rows > bounds.getOrDefault(table, 0)) {
              wrong.add("%s %s %s: %s +%d".formatted(route, sender, kind, table, rows));
            }
          });
    }
    return wrong;
  }

  private static void send(BadInput input, Route route, Sender sender, Kind kind, int number) {
    for (int sent = 0; sent < number; sent += AT_ONCE) {
      Crowd.of(Math.min(AT_ONCE, number - sent), i -> input.send(route, sender, kind));
    }
  }

  private static List<Sender> senders(Route route) {
    if (route.face() == Route.Audience.PAGE) {
      return route.access() == Access.General.OPEN
          ? List.of(Sender.STRANGER, Sender.PERSON_ELSEWHERE)
          : List.of(Sender.PERSON_ELSEWHERE);
    }
    return List.of(Sender.STRANGER, Sender.APP_ELSEWHERE, Sender.TOKEN_ELSEWHERE);
  }

  private static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> after) {
    var grown = new TreeMap<String, Long>();
    after.forEach((table, rows) -> {
      long more = rows - before.getOrDefault(table, 0L);
      if (more > 0 && !StoreContents.IN_BACKGROUND.contains(table)) {
        grown.put(table, more);
      }
    });
    return grown;
  }

  private static List<Route> routes(Latchkey latchkey) {
    return latchkey.wiring().routes(pageGuard -> List.of()).all();
  }

  /**
   * The number of rows of every table that the database has, without the line that the first seal
   * of a day adds to the audit log, and the outcomes of mails, which are sent later and are
   * bounded.
   */
  private static Map<String, Long> rows(Latchkey latchkey) {
    Database database = latchkey.installation().database();
    return database.read(sql -> {
      String tables =
          switch (database.dialect()) {
            case SQLITE ->
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
            case POSTGRESQL ->
                "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
                    + " AND relnamespace = CAST(current_schema() AS REGNAMESPACE)";
          };
      String counts =
          sql.all(tables, row -> row.text("name")).stream()
              .map("SELECT '%1$s' AS name, COUNT(*) AS n FROM %1$s"::formatted)
              .map(count ->
                  count.endsWith(" audit")
                      ? count + " WHERE event NOT IN ('AUDIT_SEAL', 'MAIL')"
                      : count)
              .collect(Collectors.joining(" UNION ALL "));
      return sql.all(counts, row -> Map.entry(row.text("name"), row.large("n"))).stream()
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    });
  }

  /** A server on which everything is turned on. */
  private static Latchkey start(Store store, OidcProvider provider) {
    Rules rules = Latchkey.rules(Rules.DeviceFlow.TYPED);
    var mail =
        new MailServer(
            "127.0.0.1",
            9,
            MailServer.Tls.NONE,
            Optional.empty(),
            new EmailAddress("latchkey@example.com"));
    return Latchkey.start(
        store,
        settings -> {
          Settings issues =
              Issues.behind(settings, "http://127.0.0.1:9", "limits: {child_tokens: 1}\n");
          return issues
              .with(issues.platform().withManagementApi())
              .with(rules)
              .with(ExternalServices.signIn(provider.as("idp")))
              .with(new PublicClientRules(true, true, Set.of(), Optional.empty()))
              .with(mail);
        });
  }
}
