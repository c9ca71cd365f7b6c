package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Authority;
import dev.latchkey.model.Limits;
import dev.latchkey.model.PresentedToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.people.UserAccount;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The holder of a session or a token writes without a pause through several connections. The end of
 * that session or token waits for the writes that have begun, and for few others.
 */
class EndAmongWritesTest {
  private static final int WRITERS = 8;

  /**
   * A write that begins in the moment between the commit of another one and the wake-up of the end
   * is made as well, so that the number is not exactly that of the writers.
   */
  private static final int MOST_WRITES = 5 * WRITERS;

  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User owner = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team);
  private final User user = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team);
  private final Credential.Personal app = nodes.app(owner.id(), nodes.secret());
  private final AtomicInteger written = new AtomicInteger();

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void a_write_that_begins_later_does_not_pass_the_end() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(owner.id(), token);
    RequestMoment holder = of(machine, token);
    var first = nodes.statementsOfThisNode.before("COMMIT");
    var writing = inBackground(() -> nodes.thisNode.at(holder).write(sql -> written));
    first.await();
    var ending = inBackground(() -> revoke(machine, token));
    Poll.until(() -> nodes.blocked() == 1, "the end on its way");

    var later = inBackground(() -> nodes.otherNode.at(holder).write(sql -> written));
    Poll.until(() -> later.isDone() || nodes.blocked() == 2, "a write that waits");

    assertThat(later).isNotDone();
    first.letGo();
    writing.join();
    ending.join();
    assertThatThrownBy(later::join).hasCauseInstanceOf(RightsChanged.class);
  }

  /** They wait for each other: each with a connection, they would have all of the node. */
  @Test
  void writes_of_others_are_made_while_those_of_one_caller_wait() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(owner.id(), token);
    RequestMoment holder = of(machine, token);
    var first = nodes.statementsOfThisNode.before("COMMIT");
    List<CompletableFuture<Void>> writing =
        IntStream.range(0, MOST_WRITES)
            .mapToObj(i -> inBackground(() -> nodes.thisNode.at(holder).write(sql -> written)))
            .toList();
    first.await();
    Poll.until(() -> nodes.blocked() > 0, "another write of the caller that waits");

    assertThatCode(
            () -> nodes.thisNode.at(nodes.signedIn(user, nodes.session())).write(sql -> written))
        .doesNotThrowAnyException();
    first.letGo();
    assertThat(CompletableFuture.allOf(writing.toArray(CompletableFuture[]::new)))
        .succeedsWithin(Duration.ofSeconds(20));
  }

  @Test
  void the_revocation_of_an_organization_token() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(owner.id(), token);

    assertFewWritesDuring(() -> revoke(machine, token), of(machine, token));
  }

  @Test
  void the_deletion_of_an_organization_credential() {
    Secret.Organization token = nodes.token();
    Credential.Organizational machine = nodes.machine(owner.id(), token);

    assertFewWritesDuring(() -> delete(machine), of(machine, token));
  }

  @Test
  void the_deletion_of_an_app() {
    assertFewWritesDuring(() -> delete(app), tokensOfSeveral());
  }

  @Test
  void the_disabling_of_the_owner_of_an_app() {
    assertFewWritesDuring(() -> disable(owner), tokensOfSeveral());
  }

  @Test
  void the_disabling_of_a_person() {
    assertFewWritesDuring(
        () -> disable(user), tokenOf(user), nodes.signedIn(user, nodes.session()));
  }

  @Test
  void the_revocation_of_a_persons_token() {
    TokenPair tokens = nodes.tokens(app, user, team);

    assertFewWritesDuring(
        () ->
            nodes
                .pairs(nodes.otherNode)
                .revokePair(tokens.access(), app.clientId(), nodes.now("app")),
        of(user, tokens));
  }

  @Test
  void the_end_of_a_session() {
    Secret.Session key = nodes.session();

    assertFewWritesDuring(
        () ->
            new Sessions(nodes.otherNode, Limits.DEFAULT).end(key, user.id(), nodes.now("browser")),
        nodes.signedIn(user, key));
  }

  @Test
  void the_end_of_all_sessions() {
    assertFewWritesDuring(
        () ->
            new UserAccount(nodes.otherNode, Limits.DEFAULT)
                .endAll(user.id(), nodes.signedIn(user)),
        nodes.signedIn(user, nodes.session()),
        nodes.signedIn(user, nodes.session()));
  }

  private void revoke(Credential.Organizational machine, Secret.Organization token) {
    assertThat(
            new OrganizationTokens(nodes.otherNode, Limits.DEFAULT)
                .revoke(machine, token.hash(), owner.id(), nodes.now("console")))
        .isTrue();
  }

  private void delete(Credential credential) {
    assertThat(new Credentials(nodes.otherNode, Limits.DEFAULT).delete(credential, nodes.server()))
        .isTrue();
  }

  private void disable(User person) {
    new UserAdministration(nodes.otherNode, Limits.DEFAULT)
        .disable(nodes.managed(person), new Actor.Server(nodes.now("console")));
  }

  private void assertFewWritesDuring(Runnable end, RequestMoment... holders) {
    List<CompletableFuture<Void>> writers =
        IntStream.range(0, WRITERS)
            .mapToObj(i -> inBackground(() -> writeUntilRefused(i, holders)))
            .toList();
    Poll.until(() -> written.get() > WRITERS, "the first writes");

    int before = written.get();
    end.run();

    assertThat(written.get() - before).isLessThanOrEqualTo(MOST_WRITES);
    writers.forEach(CompletableFuture::join);
  }

  private void writeUntilRefused(int writer, RequestMoment... holders) {
    Database node = writer % 2 == 0 ? nodes.thisNode : nodes.otherNode;
    RequestMoment holder = holders[writer % holders.length];
    try {
      while (true) {
        // As long as on a slow disk, so that there is always a write that has begun.
        node.at(holder).write(sql -> sql.exists("SELECT 1 FROM pg_sleep(0.01)"));
        written.incrementAndGet();
      }
    } catch (RightsChanged ended) {
      // The end is committed.
    }
  }

  private static CompletableFuture<Void> inBackground(Runnable act) {
    return CompletableFuture.runAsync(act, Thread::startVirtualThread);
  }

  private RequestMoment[] tokensOfSeveral() {
    return Stream.generate(() -> nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR, team))
        .limit(WRITERS)
        .map(this::tokenOf)
        .toArray(RequestMoment[]::new);
  }

  private RequestMoment tokenOf(User person) {
    return of(person, nodes.tokens(app, person, team));
  }

  private RequestMoment of(User person, TokenPair tokens) {
    return by(
        new PresentedToken.OfPerson(
            tokens.access().hash(), person.id(), nodes.managed(person).version()));
  }

  private RequestMoment of(Credential.Organizational machine, Secret.Organization token) {
    return by(new PresentedToken.OfOrganization(token.hash(), machine.subject()));
  }

  private RequestMoment by(Authority authority) {
    return nodes.now("api").in(authority);
  }
}
