package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.pairs.Rotated;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One node revokes everything while the write of another node has been made but not committed. What
 * that write has issued is inactive.
 */
class EverythingRevokedDuringWritesTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User owner = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR);
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app = nodes.app(owner.id(), nodes.secret());

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void a_consent() {
    for (Whose whose : allOf(app)) {
      Secret.Code code =
          issuedDuringRevocation(whose, () -> nodes.consent(nodes.thisNode, app, user, team))
              .orElseThrow();

      assertThat(nodes.exchange(nodes.otherNode, app, code, nodes.pair()))
          .as("%s", whose)
          .isEqualTo(Exchanged.Refused.GRANT_ENDED);
    }
  }

  @Test
  void an_exchange_and_a_refresh() {
    for (Whose whose : allOf(app)) {
      Secret.Code code = nodes.consent(nodes.thisNode, app, user, team).orElseThrow();
      TokenPair first = nodes.pair();
      TokenPair older = nodes.tokens(app, user, team);
      TokenPair second = nodes.pair();

      assertThat(
              issuedDuringRevocation(whose, () -> nodes.exchange(nodes.thisNode, app, code, first)))
          .isInstanceOf(Exchanged.Issued.class);
      assertThat(isActive(first.access())).as("%s", whose).isFalse();
      assertThat(isActive(older.access())).as("%s", whose).isFalse();

      TokenPair fresh = nodes.tokens(app, user, team);
      assertThat(issuedDuringRevocation(whose, () -> rotate(fresh, second)))
          .isInstanceOf(Rotated.Issued.class);
      assertThat(isActive(second.access())).as("%s", whose).isFalse();
    }
  }

  @Test
  void an_organization_token() {
    Credential.Organizational machine = nodes.machine(owner.id(), nodes.token());
    for (Whose whose : allOf(machine)) {
      Secret.Organization token = nodes.token();

      assertThat(issuedDuringRevocation(whose, () -> reissue(machine, token)))
          .isEqualTo(OrganizationTokens.Reissued.REISSUED);

      assertThat(isActive(token)).as("%s", whose).isFalse();
    }
  }

  /** It does not name the column with the number. */
  @Test
  void a_program_of_the_release_before_issues_with_the_present_number() {
    for (Whose whose : allOf(app)) {
      revoke(whose);
    }
    TokenPair tokens = nodes.tokens(app, user, team);
    assertThat(isActive(tokens.access())).isTrue();
    Secret.Organization token = nodes.token();
    nodes.machine(owner.id(), token);

    nodes.thisNode.write(sql -> {
      for (String table : List.of("grants", "organization_tokens")) {
        List<String> columns =
            sql.all(
                """
                SELECT column_name
                FROM information_schema.columns
                WHERE table_name = ? AND column_name <> 'times_revoked'
                """,
                row -> row.text("column_name"),
                table);
        String names = String.join(", ", columns);
        sql.update("CREATE TEMP TABLE moved ON COMMIT DROP AS SELECT * FROM " + table);
        sql.update("DELETE FROM " + table);
        sql.update("INSERT INTO %s (%s) SELECT %s FROM moved".formatted(table, names, names));
        sql.update("DROP TABLE moved");
      }
      return team;
    });

    assertThat(isActive(tokens.access())).isTrue();
    assertThat(isActive(token)).isTrue();
  }

  private static List<Whose> allOf(Credential credential) {
    return List.of(
        new Whose.OfCredential(credential),
        new Whose.OfOrganization(credential.organization()),
        new Whose.Everyone());
  }

  private <T> T issuedDuringRevocation(Whose whose, Supplier<T> issue) {
    var issued = nodes.statementsOfThisNode.before("COMMIT");
    var issuing = inBackground(issue);
    issued.await();
    var revoking = inBackground(() -> revoke(whose));
    Poll.until(() -> revoking.isDone() || nodes.isAnyBlocked(), "the revocation on its way");

    issued.letGo();

    assertThat(revoking.join()).isPresent();
    return issuing.join();
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> act) {
    return CompletableFuture.supplyAsync(act, Thread::startVirtualThread);
  }

  private Optional<TokenRevocation.Ended> revoke(Whose whose) {
    return new TokenRevocation(nodes.otherNode).end(TokenSelection.of(whose), nodes.now("console"));
  }

  private OrganizationTokens.Reissued reissue(
      Credential.Organizational machine, Secret.Organization token) {
    return new OrganizationTokens(nodes.thisNode, Limits.DEFAULT)
        .reissue(
            machine,
            new OrganizationTokens.Replacement(
                token, OrganizationTokens.Overlap.NONE, nodes.form()),
            owner.id(),
            nodes.now("browser"));
  }

  private Rotated rotate(TokenPair tokens, TokenPair fresh) {
    return nodes
        .pairs(nodes.thisNode)
        .rotatePair(Nodes.rotation(app, tokens), fresh, nodes.now("app"));
  }

  private boolean isActive(Secret.Bearer token) {
    return new TokenChecks(nodes.thisNode, Nodes.WITHOUT_MEMORY, lookUps -> {}, (grant, at) -> {})
        .look(token, nodes.clock.instant())
        .isPresent();
  }
}
