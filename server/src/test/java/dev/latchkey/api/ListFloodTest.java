package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.process.FairQueue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A caller who asks for many lists at a time waits for its own. */
class ListFloodTest {
  private static final int MANY = 40;
  private static final int OF_ONE = 2;

  @Test
  void a_token_has_few_connections_at_a_time_and_none_for_long() throws SQLException {
    try (Latchkey latchkey = ManagementApi.start(Store.POSTGRESQL);
        Connection other = connection(latchkey);
        Connection watching = connection(latchkey);
        var statement = other.createStatement()) {
      String token = ManagementApi.token(latchkey, latchkey.administrator());
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE audit IN ACCESS EXCLUSIVE MODE");

      List<CompletableFuture<Answer>> flood =
          Stream.generate(() ->
                  CompletableFuture.supplyAsync(
                      () -> ManagementApi.get(latchkey, token, "/audit"),
                      task -> Thread.ofPlatform().daemon().start(task)))
              .limit(MANY)
              .toList();

      int most = 0;
      while (!flood.stream().allMatch(CompletableFuture::isDone)) {
        most = Math.max(most, waiting(watching));
        assertThat(Http.here().get(latchkey.url() + "/health/ready").status()).isEqualTo(200);
        assertThat(latchkey.isActive(token)).isTrue();
      }
      assertThat(most).isEqualTo(OF_ONE);
      assertThat(flood)
          .allSatisfy(list -> {
            assertThat(list.join().status()).isEqualTo(503);
            assertThat(list.join().header("Retry-After")).isNotEmpty();
          });
    }
  }

  @Test
  void the_lists_of_a_page_take_the_turns_of_its_person() {
    PageGuard.PageHandler caller =
        _ -> {
          var of = FairQueue.Caller.of(RequestMoment.answered().orElseThrow());
          return Response.html(200, of.account());
        };
    try (Latchkey latchkey =
        Latchkey.with(
            Latchkey.settings(Store.SQLITE),
            guard -> List.of(guard.signedIn(Effect.READ, "/turns", caller)))) {
      Person person = latchkey.person();
      assertThat(latchkey.browser().signIn(person).get("/turns").body())
          .isEqualTo(person.user().id().value());
    }
  }

  private static Connection connection(Latchkey latchkey) throws SQLException {
    return DriverManager.getConnection(latchkey.settings().store().database().orElseThrow());
  }

  /** The lists of people read names, which nothing in the background does. */
  private static int waiting(Connection watching) throws SQLException {
    try (var statement = watching.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    + " AND datname = current_database() AND query LIKE '%organization_name%'")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
