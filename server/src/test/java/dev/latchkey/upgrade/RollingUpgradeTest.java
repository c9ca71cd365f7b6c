package dev.latchkey.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.EarlierStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.store.StoreCatalog;
import dev.latchkey.model.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nodes of the release before and of this one on one database, while clients work. Needs git and
 * Maven, and the history of the repository.
 */
@Tag("long")
class RollingUpgradeTest {
  private static final String APP = "cli_AAAAAAAAAAAAAAAAAAAAA1";
  private static final int CODES = 5_000;
  private static final int CLIENTS = 3;

  /** In each phase, every client completes this many rounds. */
  private static final int ROUNDS = 10;

  private final SecureRandom random = new SecureRandom();
  private final Settings settings = EarlierStore.create(Store.POSTGRESQL);
  private final String secret = Secret.CLIENT.mint(random).reveal();
  private final Path data = Latchkey.temporaryDirectory();
  private final Path configuration = data.resolve("latchkey.yaml");
  private final List<WorkingClient> clients = new ArrayList<>();

  @Test
  void one_release_replaces_the_other_and_back_and_no_request_fails()
      throws IOException, SQLException {
    Files.writeString(configuration, "drain_seconds: 1\n");
    EarlierStore.fill(settings, Map.of("secret", secret));
    EarlierStore.execute(settings, List.of("DELETE FROM signing_keys"));
    Queue<String> codes = insertCodes();
    try (var balancer = new Balancer()) {
      Program oldA = serve(true);
      balancer.add(oldA);
      Program oldB = serve(true);
      balancer.add(oldB);
      var working = new ArrayList<CompletableFuture<Void>>();
      for (int i = 0; i < CLIENTS; i++) {
        var client = new WorkingClient(balancer::next, codes, APP, secret);
        clients.add(client);
        working.add(CompletableFuture.runAsync(client, Thread::startVirtualThread));
      }
      work(working);

      Program newA = serve(false);
      balancer.add(newA);
      work(working);
      assertThat(List.of(oldA, oldB, newA)).allMatch(balancer::isReady);
      balancer.stop(oldA);
      Program newB = serve(false);
      balancer.add(newB);
      balancer.stop(oldB);
      work(working);
      assertThat(StoreCatalog.of(settings)).anyMatch(line -> line.contains("oldest_program"));

      Program oldC = serve(true);
      balancer.add(oldC);
      balancer.stop(newA);
      work(working);
      balancer.stop(newB);
      work(working);

      clients.forEach(WorkingClient::stop);
      working.forEach(CompletableFuture::join);
      oldC.close();
    }
  }

  private Program serve(boolean isEarlier) {
    String[] arguments =
        Stream.of(
                "serve --config",
                configuration.toString(),
                "--port 0 --data",
                data.toString(),
                "--database",
                settings.store().database().orElseThrow())
            .flatMap(part -> Stream.of(part.split(" ")))
            .toArray(String[]::new);
    return isEarlier ? Program.ofEarlierRelease(arguments) : Program.start(arguments);
  }

  private void work(List<CompletableFuture<Void>> working) {
    List<Integer> before = clients.stream().map(WorkingClient::rounds).toList();
    Poll.until(
        () -> {
          working.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
          return Stream.iterate(0, i -> i < CLIENTS, i -> i + 1)
              .allMatch(i -> clients.get(i).rounds() >= before.get(i) + ROUNDS);
        },
        "the clients to work");
  }

  /** Codes of as many grants, as the release before writes them. */
  private Queue<String> insertCodes() throws SQLException {
    var codes = new ConcurrentLinkedQueue<String>();
    String grant =
        """
        INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, ends_at, owner_id,
            redirect_uris)
        SELECT ?, client_id, user_id, team_id, scope, consented_at, ends_at, owner_id, redirect_uris
        FROM grants WHERE grant_id = 'grant_AAAAAAAAAAAAAAAAAAAAA1'
        """;
    String code =
        """
        INSERT INTO codes (code_hash, grant_id, redirect_uri, expires_at, kept_until)
        VALUES (?, ?, 'https://app.example/callback', 4102444800000, 4102444800000)
        """;
    try (Connection connection = EarlierStore.connect(settings);
        var insertGrant = connection.prepareStatement(grant);
        var insertCode = connection.prepareStatement(code)) {
      for (int i = 0; i < CODES; i++) {
        Secret.Code minted = Secret.CODE.mint(random);
        String id = "grant_%022d".formatted(i);
        insertGrant.setString(1, id);
        insertGrant.addBatch();
        insertCode.setBytes(1, minted.hash().bytes());
        insertCode.setString(2, id);
        insertCode.addBatch();
        codes.add(minted.reveal());
      }
      insertGrant.executeBatch();
      insertCode.executeBatch();
    }
    return codes;
  }
}
