package dev.latchkey.storage.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Rotated;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One number ends all tokens of an app, an organization or the platform, before any of their rows
 * is written (docs/decisions/0095).
 */
@EachStore.ForClass
class EverythingRevokedTest {
  private static final Duration LATER = Duration.ofMinutes(2);

  private final Nodes nodes;
  private final Team team;
  private final User owner;
  private final User user;
  private final Credential.Personal app;
  private final List<TokenChecks> checks;

  EverythingRevokedTest(Store store) {
    nodes = Nodes.open(store);
    team = nodes.team();
    owner = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR);
    user = nodes.member(User.Role.MEMBER, team);
    app = nodes.app(owner.id(), nodes.secret());
    checks =
        Stream.of(nodes.thisNode, nodes.otherNode)
            .map(node -> new TokenChecks(node, Limits.DEFAULT, lookUps -> {}, (grant, at) -> {}))
            .toList();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void the_number_alone_ends_tokens_that_every_node_has_cached() {
    for (String subject :
        List.of(app.clientId().value(), app.organization().value(), RevokedTimes.PLATFORM)) {
      TokenPair tokens = nodes.tokens(app, user, team);
      Secret.Code code = nodes.consent(nodes.otherNode, app, user, team).orElseThrow();
      assertThat(isActive(tokens.access())).as(subject).isTrue();

      revokeWithoutRows(subject);

      assertThat(isActive(tokens.access())).as(subject).isFalse();
      assertThat(rotate(nodes.otherNode, tokens))
          .as(subject)
          .isEqualTo(Rotated.Refused.GRANT_ENDED);
      assertThat(nodes.exchange(nodes.otherNode, app, code, nodes.pair()))
          .as(subject)
          .isEqualTo(Exchanged.Refused.GRANT_ENDED);
      assertThat(isActive(nodes.tokens(app, user, team).access())).as(subject).isTrue();
    }
  }

  @Test
  void an_organization_ends_what_its_members_allowed_other_apps_and_nothing_else() {
    Nodes.Elsewhere elsewhere = nodes.elsewhere();
    TokenPair ofOwnApp = nodes.tokens(app, user, team);
    TokenPair ofOtherApp = nodes.tokens(elsewhere.app(), user, team);
    TokenPair ofGuest = nodes.tokens(app, elsewhere.user(), elsewhere.team());
    TokenPair ofOthers = nodes.tokens(elsewhere.app(), elsewhere.user(), elsewhere.team());
    Secret.Organization machine = nodes.token();
    nodes.machine(owner.id(), machine);
    var all =
        List.of(
            ofOwnApp.access(), ofOtherApp.access(), ofGuest.access(), ofOthers.access(), machine);
    assertThat(all).allMatch(this::isActive);

    revokeWithoutRows(app.organization().value());

    assertThat(all.stream().filter(this::isActive)).containsExactly(ofOthers.access());
  }

  @Test
  void an_organization_token_ends_with_its_credential_and_the_next_one_is_active() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(owner.id(), token);
    for (String subject :
        List.of(
            machine.clientId().value(), machine.organization().value(), RevokedTimes.PLATFORM)) {
      assertThat(isActive(token)).as(subject).isTrue();

      revokeWithoutRows(subject);

      assertThat(isActive(token)).as(subject).isFalse();
      token = nodes.token();
      var replacement =
          new OrganizationTokens.Replacement(token, OrganizationTokens.Overlap.NONE, nodes.form());
      new OrganizationTokens(nodes.otherNode, Limits.DEFAULT)
          .reissue(machine, replacement, owner.id(), nodes.now("browser"));
    }
    assertThat(isActive(token)).isTrue();
  }

  @Test
  void rows_that_were_left_behind_get_an_end_later() {
    nodes.tokens(app, user, team);
    nodes.machine(owner.id(), nodes.token());
    revokeWithoutRows(app.organization().value());
    var cleanup = new RevocationCleanup(nodes.thisNode);
    assertThat(unended()).isEqualTo(2);

    cleanup.run(nodes.clock.instant());
    assertThat(unended()).as("writes may be under way").isEqualTo(2);
    TokenPair later = nodes.tokens(app, user, team);
    cleanup.run(nodes.clock.instant().plus(LATER));

    assertThat(unended()).isOne();
    assertThat(isActive(later.access())).isTrue();
  }

  @Test
  void everyone_is_signed_out_with_everything() {
    User administrator = nodes.member(User.Role.SUPER_ADMINISTRATOR);
    Secret.Session key = nodes.session();
    nodes.signedIn(administrator, key);
    TokenPair tokens = nodes.tokens(app, user, team);

    var ended =
        new TokenRevocation(nodes.otherNode)
            .end(TokenSelection.of(new Whose.Everyone()), nodes.now("command line"));

    assertThat(ended).contains(new TokenRevocation.Ended(1, 0, 1, 0, false));
    assertThat(isActive(tokens.access())).isFalse();
    assertThat(new Sessions(nodes.thisNode, Limits.DEFAULT).find(key, nodes.now("browser")))
        .isEmpty();
  }

  private void revokeWithoutRows(String subject) {
    nodes.otherNode.write(sql -> {
      TokenRevocation.count(sql, subject, nodes.clock.instant());
      return subject;
    });
  }

  private int unended() {
    return nodes.thisNode.read(sql ->
        sql.one(
                """
                SELECT (SELECT COUNT(*) FROM grants WHERE ended_at IS NULL)
                    + (SELECT COUNT(*) FROM organization_tokens WHERE ended_at IS NULL) AS unended
                """,
                row -> row.number("unended"))
            .orElseThrow());
  }

  /** On either node, with what it has cached. */
  private boolean isActive(Secret.Bearer token) {
    return checks.stream().anyMatch(node -> node.look(token, nodes.clock.instant()).isPresent());
  }

  private Rotated rotate(Database node, TokenPair tokens) {
    var asked =
        new Pairs.Rotation(
            app.clientId(),
            tokens.refresh(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return nodes.pairs(node).rotatePair(asked, nodes.pair(), nodes.now("app"));
  }
}
