package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Authority;
import dev.latchkey.model.Limits;
import dev.latchkey.model.PresentedToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.people.Sessions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A session or a token ends on one node while another node writes for it. The end waits for the
 * write, so nothing is written for it once the end is answered.
 */
class EndedWhileWritingTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team);
  private final Credential.Personal app = nodes.app(user.id(), nodes.secret());

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void the_end_of_a_session_waits_for_its_write() {
    Secret.Session key = nodes.session();
    RequestMoment session = nodes.signedIn(user, key);

    assertEndWaits(
        session,
        () ->
            new Sessions(nodes.otherNode, Limits.DEFAULT)
                .end(key, user.id(), nodes.now("browser")));
  }

  @Test
  void the_revocation_of_a_persons_token_waits_for_its_write() {
    TokenPair tokens = nodes.tokens(app, user, team);

    assertEndWaits(
        by(
            new PresentedToken.OfPerson(
                tokens.access().hash(), user.id(), nodes.managed(user).version())),
        () ->
            nodes
                .pairs(nodes.otherNode)
                .revokePair(tokens.access(), app.clientId(), nodes.now("app")));
  }

  @Test
  void the_revocation_of_an_organization_token_waits_for_its_write() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(user.id(), token);

    assertEndWaits(
        by(new PresentedToken.OfOrganization(token.hash(), machine.subject())),
        () ->
            new OrganizationTokens(nodes.otherNode, Limits.DEFAULT)
                .revoke(machine, token.hash(), user.id(), nodes.now("console")));
  }

  @Test
  void the_revocation_of_everything_waits_for_the_write_of_a_persons_token() {
    TokenPair tokens = nodes.tokens(app, user, team);

    assertEndWaits(
        by(
            new PresentedToken.OfPerson(
                tokens.access().hash(), user.id(), nodes.managed(user).version())),
        this::revokeEverything);
  }

  @Test
  void the_revocation_of_everything_waits_for_the_write_of_an_organization_token() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(user.id(), token);

    assertEndWaits(
        by(new PresentedToken.OfOrganization(token.hash(), machine.subject())),
        this::revokeEverything);
  }

  private void revokeEverything() {
    var everything = TokenSelection.of(new Whose.OfOrganization(app.organization()));
    assertThat(new TokenRevocation(nodes.otherNode).end(everything, nodes.now("console")))
        .isPresent();
  }

  private void assertEndWaits(RequestMoment writer, Runnable end) {
    var credentials = new Credentials(nodes.thisNode, Limits.DEFAULT);
    var changed = nodes.statementsOfThisNode.before("COMMIT");
    var change =
        CompletableFuture.supplyAsync(
            () -> credentials.change(app, user.id(), writer), Thread::startVirtualThread);
    changed.await();

    var ended = CompletableFuture.runAsync(end, Thread::startVirtualThread);
    Poll.until(() -> ended.isDone() || nodes.isAnyBlocked(), "the end on its way");

    assertThat(ended).isNotDone();
    changed.letGo();
    assertThat(change.join()).isTrue();
    ended.join();
    assertThatThrownBy(() -> credentials.change(app, user.id(), writer))
        .isInstanceOf(RightsChanged.class);
  }

  private RequestMoment by(Authority authority) {
    return nodes.now("api").in(authority);
  }
}
