package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A cached token stays cached while any number of other tokens and grants change. On PostgreSQL
 * another node changes them.
 */
@EachStore.ForClass
class UnchangedTokensTest {
  private static final int OTHERS = 100_000;
  private static final int MADE_AT_ONCE = 10_000;
  private static final int CHANGED_AT_ONCE = 5_000;

  private final AtomicInteger asked = new AtomicInteger();
  private final Nodes nodes;
  private final TokenChecks checks;
  private final List<TokenPair> unchanged;

  UnchangedTokensTest(Store store) {
    nodes = Nodes.open(store);
    checks = new TokenChecks(nodes.thisNode, Limits.DEFAULT, asked::addAndGet, (grant, at) -> {});
    Team team = nodes.team();
    User user = nodes.member(User.Role.MEMBER, team);
    Credential.Personal app = nodes.app(user.id(), nodes.secret());
    unchanged = Stream.generate(() -> nodes.tokens(app, user, team)).limit(50).toList();
    nodes.catchUp();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void tokens_stay_cached_while_many_others_are_refreshed() {
    String others =
        """
        INSERT INTO pairs (access_hash, refresh_hash, grant_id, scope, access_expires_at, refresh_expires_at)
        SELECT {hash}, {hash}, 'grant_other', '', {never}, {never}
        """;
    String refresh =
        """
        UPDATE pairs
        SET access_hash = {hash of access_hash}, scope = 'refreshed'
        WHERE access_hash IN (SELECT access_hash
            FROM pairs
            WHERE grant_id = 'grant_other'
              AND scope = ''
            LIMIT ?)
        """;

    assertStayCached(others, refresh);
  }

  @Test
  void tokens_stay_cached_while_many_other_grants_end() {
    String others =
        """
        INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, ends_at, owner_id, redirect_uris,
            times_revoked)
        SELECT 'other_' || {id}, client_id, user_id, team_id, '', 0, {never}, owner_id, 'other', 0
        """;
    String end =
        """
        UPDATE grants
        SET ended_at = 1
        WHERE grant_id IN (SELECT grant_id
            FROM grants
            WHERE redirect_uris = 'other'
              AND ended_at IS NULL
            LIMIT ?)
        """;

    assertStayCached(others, end);
  }

  private void assertStayCached(String others, String change) {
    for (int made = 0; made < OTHERS; made += MADE_AT_ONCE) {
      int first = made + 1;
      nodes.otherNode.write(sql -> insert(sql, others, first));
    }
    unchanged.forEach(this::look);
    asked.set(0);

    int changed = 0;
    String text = change.replace("{hash of access_hash}", hash("access_hash"));
    while (changed < OTHERS) {
      changed += nodes.otherNode.write(sql -> sql.update(text, CHANGED_AT_ONCE));
    }
    unchanged.forEach(this::look);

    assertThat(asked).as("look-ups in the store").hasValue(0);
  }

  private int insert(Sql sql, String others, int first) throws SQLException {
    String insert =
        others
            .replace("{hash}", hash("CAST(random() || ' ' || n.i AS BYTEA)"))
            .replace("{id}", "n.i")
            .replace("{never}", "9999999999999");
    String generator =
        " FROM (WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            + " SELECT i FROM n) n, (SELECT * FROM grants LIMIT 1) g";
    return sql.update(insert + generator, first, first + MADE_AT_ONCE - 1);
  }

  private String hash(String bytes) {
    return switch (nodes.otherNode.dialect()) {
      case SQLITE -> "randomblob(32)";
      case POSTGRESQL -> "sha256(" + bytes + ")";
    };
  }

  private void look(TokenPair tokens) {
    assertThat(checks.look(tokens.access(), nodes.clock.instant())).isPresent();
  }
}
