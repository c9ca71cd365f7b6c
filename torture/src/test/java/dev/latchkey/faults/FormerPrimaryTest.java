package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.faults.inject.postgres.PostgresPair;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.network.TcpProxy;
import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.copy.StoreCopy;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.pairs.Revoked;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * The standby was promoted and the former primary still answers. The address of the database leads
 * to the new primary, but connections that were opened before still reach the former one, where a
 * token is active that was revoked since.
 */
@Order(1)
class FormerPrimaryTest {
  private static final String FEED = "LIKE '%touched_horizon%' AND pid <> pg_backend_pid()";
  private static final String POOL = "NOT LIKE '%touched_horizon%' AND pid <> pg_backend_pid()";

  private final PostgresPair pair = PostgresPair.start();
  private final String database = pair.createDatabase();
  private final int formerPort = pair.primaryPort();
  private final TcpProxy proxy = TcpProxy.to(formerPort);
  private final Nodes nodes = Nodes.on(PostgresPair.url(database, proxy.port()));
  private final TokenChecks checks =
      new TokenChecks(nodes.thisNode, Limits.DEFAULT, asked -> {}, (grant, at) -> {});

  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app = nodes.app(user.id(), nodes.secret());
  private final TokenPair tokens = nodes.tokens(app, user, team);
  private final TokenPair others = nodes.tokens(app, user, team);

  @BeforeEach
  void revokeOnTheNewPrimary() {
    assertThat(isActive(tokens)).isTrue();
    assertThat(isActive(tokens)).isTrue();
    pair.promoteUnfenced();
    proxy.forwardTo(pair.primaryPort());
    try (var onNewPrimary = PostgresDatabase.open(pair.url(database), entry -> {})) {
      assertThat(
              nodes
                  .pairs(onNewPrimary)
                  .revokePair(tokens.access(), app.clientId(), nodes.now("app")))
          .isEqualTo(Revoked.ENDED);
    }
  }

  @AfterEach
  void close() {
    nodes.close();
    proxy.close();
    pair.close();
  }

  @Test
  void no_row_is_read_from_it_when_the_changes_come_from_the_new_one() {
    pair.disconnectFromFormer(database, FEED);
    nodes.catchUp();

    assertThat(isActive(tokens)).isFalse();
    assertThat(isActive(others)).isTrue();
  }

  @Test
  void nothing_cached_is_used_when_rows_are_read_from_the_new_one() {
    pair.disconnectFromFormer(database, POOL);
    Poll.until(this::isConnected, "the pool to notice that its connections have ended");

    assertThat(isActive(others)).isTrue();
    assertThat(isActive(tokens)).isFalse();
  }

  @Test
  void it_is_not_followed_when_the_address_leads_to_it_again() {
    pair.disconnectFromFormer(database, FEED);
    nodes.catchUp();
    assertThat(isActive(tokens)).isFalse();

    proxy.forwardTo(formerPort);
    proxy.cut(TcpProxy.Ending.RESET);

    assertThatThrownBy(() -> isActive(others)).isInstanceOf(StorageFault.class);
  }

  @Test
  void no_store_is_exported_from_it() {
    Path directory = Latchkey.temporaryDirectory();
    String both = PostgresPair.url(database, formerPort, pair.primaryPort());
    var copy = new StoreCopy((table, done, all) -> {}, (table, done, all) -> {});
    copy.export(new StoreCopy.PostgresServer(both), directory.resolve("export"));
    Path file = directory.resolve("latchkey.db");
    copy.restore(directory.resolve("export"), new StoreCopy.SqliteFile(file));

    try (Database exported = SqliteDatabase.open(file, 0, entry -> {})) {
      var rows = new TokenChecks(exported, Limits.DEFAULT, asked -> {}, (grant, at) -> {});
      assertThat(rows.look(others.access(), nodes.clock.instant())).isPresent();
      assertThat(rows.look(tokens.access(), nodes.clock.instant())).isEmpty();
    }
  }

  private boolean isConnected() {
    try {
      return isActive(others);
    } catch (StorageFault ended) {
      return false;
    }
  }

  private boolean isActive(TokenPair pair) {
    return checks.look(pair.access(), nodes.clock.instant()).isPresent();
  }
}
