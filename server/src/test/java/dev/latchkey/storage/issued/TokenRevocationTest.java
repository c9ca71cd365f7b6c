package dev.latchkey.storage.issued;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.issued.TokenSelection.Whose;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Rotated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Everything that was issued before the call has ended when a revocation returns, on every node and
 * by every clock. What is issued later stays active.
 */
@EachStore.ForClass
class TokenRevocationTest {
  private static final Duration APART = Duration.ofMinutes(10);
  private static final int ISSUING = 8;
  private static final int ROUNDS = 12;

  /** More than one write ends. */
  private static final int MANY = 1_001;

  private final Nodes nodes;
  private final Team team;
  private final User owner;
  private final User user;
  private final Credential.Personal app;
  private final TokenRevocation revocation;

  TokenRevocationTest(Store store) {
    nodes = Nodes.open(store);
    team = nodes.team();
    owner = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR);
    user = nodes.member(User.Role.MEMBER, team);
    app = nodes.app(owner.id(), nodes.secret());
    revocation = new TokenRevocation(nodes.thisNode);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void nothing_from_before_stays_active_while_many_people_allow_and_exchange() {
    for (Whose whose :
        List.of(
            new Whose.OfCredential(app),
            new Whose.OfPerson(user.id()),
            new Whose.OfPersonToApp(user.id(), app),
            new Whose.OfOrganization(app.organization()))) {
      var given = issueDuring(TokenSelection.of(whose));

      assertThat(given).as("%s", whose).anyMatch(Given::isFromBefore);
      for (Given one : given) {
        if (one.isFromBefore) {
          assertThat(isActive(one.tokens)).as("%s", whose).isFalse();
        }
      }
      TokenPair later = nodes.tokens(app, user, team);
      assertThat(isActive(later)).as("%s", whose).isTrue();
    }
  }

  /** {@code isFromBefore}: whether the person had allowed them before the revocation began. */
  private record Given(TokenPair tokens, boolean isFromBefore) {}

  private List<Given> issueDuring(TokenSelection which) {
    var hasBegun = new AtomicBoolean();
    var underWay = new CountDownLatch(ISSUING);
    List<List<Given>> given =
        Crowd.of(
            ISSUING + 2,
            i -> {
              if (i >= ISSUING) {
                await(underWay);
                hasBegun.set(true);
                assertThat(revocation.end(which, nodes.now("console"))).isPresent();
                return List.of();
              }
              return issue(i % 2 == 0 ? nodes.thisNode : nodes.otherNode, hasBegun, underWay);
            });
    return given.stream().flatMap(List::stream).toList();
  }

  /** Some are refreshed, so that a refresh is also under way. */
  private List<Given> issue(Database node, AtomicBoolean hasBegun, CountDownLatch underWay) {
    var given = new ArrayList<Given>();
    for (int round = 0; round < ROUNDS; round++) {
      Secret.Code code = nodes.consent(node, app, user, team).orElseThrow();
      boolean isFromBefore = !hasBegun.get();
      underWay.countDown();
      TokenPair tokens = nodes.pair();
      if (nodes.exchange(node, app, code, tokens) instanceof Exchanged.Issued) {
        given.add(new Given(tokens, isFromBefore));
        TokenPair fresh = nodes.pair();
        if (round % 2 == 0 && rotate(node, tokens, fresh) instanceof Rotated.Issued) {
          given.add(new Given(fresh, isFromBefore));
        }
      }
    }
    return given;
  }

  @Test
  void what_was_allowed_by_a_clock_ahead_ends_as_well() {
    RequestMoment ahead = new RequestMoment(nodes.clock.instant().plus(APART), "browser");
    Secret.Code code = nodes.consent(nodes.otherNode, app, user, team, ahead).orElseThrow();
    TokenPair tokens = nodes.pair();
    assertThat(nodes.exchange(nodes.otherNode, app, code, tokens))
        .isInstanceOf(Exchanged.Issued.class);
    Secret.Code waiting = nodes.consent(nodes.otherNode, app, user, team, ahead).orElseThrow();
    Secret.Organization machine = nodes.token();
    Credential.Organizational ofMachine = nodes.machine(owner.id(), machine);

    assertThat(end(new Whose.OfCredential(app), nodes.now("console")).grants()).isEqualTo(2);
    assertThat(end(new Whose.OfCredential(ofMachine), ahead).organizationTokens()).isOne();

    assertThat(isActive(tokens)).isFalse();
    assertThat(isActive(machine)).isFalse();
    assertThat(nodes.exchange(nodes.otherNode, app, waiting, nodes.pair()))
        .isEqualTo(Exchanged.Refused.GRANT_ENDED);
  }

  @Test
  void what_has_expired_by_this_clock_ends_for_a_clock_behind() {
    TokenPair tokens = nodes.tokens(app, user, team);
    RequestMoment late =
        new RequestMoment(nodes.clock.instant().plus(Duration.ofDays(4_000)), "console");

    assertThat(end(new Whose.OfPerson(user.id()), late).grants()).as("active here").isZero();

    assertThat(isActive(tokens)).isFalse();
  }

  @Test
  void what_is_allowed_after_the_beginning_is_not_selected() {
    nodes.tokens(app, user, team);
    var selected = SelectedTokens.untilNow(nodes.thisNode, new Whose.OfPerson(user.id()));
    nodes.clock.pass(Duration.ofSeconds(1));
    TokenPair later = nodes.tokens(app, user, team);

    for (var page = selected.next(); !page.isEmpty(); page = selected.next()) {
      SelectedTokens.Page next = page;
      nodes.thisNode.write(sql -> next.end(sql, nodes.clock.instant()));
    }

    assertThat(isActive(later)).isTrue();
  }

  @Test
  void more_than_one_write_ends_what_it_counts_and_is_one_entry_of_the_audit_log() {
    List<Secret.Code> codes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      codes.add(nodes.consent(nodes.thisNode, app, user, team).orElseThrow());
    }
    TokenPair tokens = nodes.pair();
    nodes.exchange(nodes.thisNode, app, codes.removeFirst(), tokens);
    var before = new Whose.OfPerson(user.id());
    var told = new ArrayList<Integer>();

    var ended =
        revocation.end(
            TokenSelection.of(before), RequestMoment.ofCommand(nodes.clock.instant()), told::add);

    assertThat(ended).map(TokenRevocation.Ended::grants).contains(MANY);
    assertThat(told).last().isEqualTo(MANY);
    assertThat(isActive(tokens)).isFalse();
    for (int i = 0; i < codes.size(); i += 100) {
      assertThat(nodes.exchange(nodes.otherNode, app, codes.get(i), nodes.pair()))
          .isEqualTo(Exchanged.Refused.GRANT_ENDED);
    }
    List<ListedAuditEntry> entries =
        new AuditRecords(nodes.thisNode)
            .newest(20).stream()
                .filter(line -> line.entry().event() == AuditEvent.USER_TOKENS_REVOKE)
                .toList();
    assertThat(entries).hasSize(1);
    assertThat(entries.getFirst().entry().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
  }

  /** What is listed is what ends, and nothing else. */
  @Test
  void each_selection_ends_what_it_lists() {
    User other = nodes.member(User.Role.MEMBER, team);
    Credential.Personal otherApp = nodes.app(user.id(), nodes.secret());
    nodes.tokens(app, user, team);
    nodes.tokens(app, other, team);
    nodes.tokens(otherApp, user, team);
    nodes.tokens(otherApp, other, team);
    var machine = nodes.machine(owner.id(), nodes.token());
    nodes.machine(owner.id(), nodes.token());
    var listing = new IssuedTokens(nodes.thisNode);
    RequestMoment now = nodes.now("console");
    var all = new Whose.OfOrganization(app.organization());
    assertThat(listing.count(TokenSelection.of(all), now))
        .isEqualTo(new IssuedTokens.Count(4, 2, false));

    List<IssuedTokens.Listed> ofOther =
        listing
            .find(
                TokenSelection.of(new Whose.OfPersonToApp(other.id(), app)),
                IssuedTokens.Position.NEWEST,
                10,
                now)
            .tokens();
    assertThat(ofOther).hasSize(1);
    for (Whose whose :
        List.of(
            new Whose.OfPersonToApp(other.id(), app),
            new Whose.OfCredential(machine),
            new Whose.OfPerson(other.id()),
            new Whose.OfCredential(app),
            all)) {
      var which = TokenSelection.of(whose);
      IssuedTokens.Count listed = listing.count(which, now);
      assertThat(listed.total()).as("%s", whose).isPositive();

      TokenRevocation.Ended ended = end(whose, now);

      assertThat(ended)
          .as("%s", whose)
          .isEqualTo(
              new TokenRevocation.Ended(listed.grants(), listed.organizationTokens(), 0, 0, false));
      assertThat(listing.count(which, now).total()).as("%s", whose).isZero();
    }
  }

  @Test
  void a_time_limits_every_selection() {
    TokenPair before = nodes.tokens(app, user, team);
    Secret.Organization machineBefore = nodes.token();
    nodes.machine(owner.id(), machineBefore);
    nodes.clock.pass(Duration.ofSeconds(1));
    var time = Optional.of(nodes.clock.instant());
    TokenPair after = nodes.tokens(app, user, team);
    Secret.Organization machineAfter = nodes.token();
    nodes.machine(owner.id(), machineAfter);

    for (Whose whose :
        List.of(
            new Whose.OfCredential(app),
            new Whose.OfPerson(user.id()),
            new Whose.OfOrganization(app.organization()),
            new Whose.Everyone())) {
      assertThat(revocation.end(new TokenSelection(whose, time), nodes.now("console"))).isPresent();
      assertThat(isActive(before)).as("%s", whose).isFalse();
      assertThat(isActive(after)).as("%s", whose).isTrue();
    }
    assertThat(isActive(machineBefore)).isFalse();
    assertThat(isActive(machineAfter)).isTrue();
    assertThat(new AuditRecords(nodes.thisNode).newest(1).getFirst().entry().detail())
        .hasValueSatisfying(
            detail -> assertThat(detail).contains("issued_before", time.get().toString()));
  }

  private TokenRevocation.Ended end(Whose whose, RequestMoment now) {
    return revocation.end(TokenSelection.of(whose), now).orElseThrow();
  }

  private boolean isActive(TokenPair tokens) {
    return isActive(tokens.access());
  }

  /** On either node. */
  private boolean isActive(Secret.Bearer token) {
    return List.of(nodes.thisNode, nodes.otherNode).stream()
        .anyMatch(node ->
            new TokenChecks(node, Nodes.WITHOUT_MEMORY, asked -> {}, (grant, at) -> {})
                .look(token, nodes.clock.instant())
                .isPresent());
  }

  private Rotated rotate(Database node, TokenPair tokens, TokenPair fresh) {
    var asked =
        new Pairs.Rotation(
            app.clientId(),
            tokens.refresh(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return nodes.pairs(node).rotatePair(asked, fresh, nodes.now("app"));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      throw new IllegalStateException(stopping);
    }
  }
}
