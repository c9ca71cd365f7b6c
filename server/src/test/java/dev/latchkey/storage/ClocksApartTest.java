package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Device;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.pairs.Rotated;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The clocks of nodes differ, and one may be set back. Time decides when something expires and
 * nothing else: what was ended stays ended on every clock.
 */
@EachStore.ForClass
class ClocksApartTest {
  private static final Duration APART = Duration.ofMinutes(10);

  private final Nodes nodes;

  ClocksApartTest(Store store) {
    nodes = Nodes.open(store);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  /** A virtual machine that wakes up, or a wrong setting, moves a clock by days. */
  @Test
  void a_bucket_that_a_clock_ahead_has_filled_is_empty() {
    RequestMoment ahead =
        new RequestMoment(nodes.clock.instant().plus(Duration.ofDays(40)), "browser");
    var sessions = new Sessions(nodes.thisNode, Limits.DEFAULT);
    for (int i = 0; i < 100; i++) {
      sessions.attempt("mei@example.com", ahead);
    }
    assertThat(sessions.attempt("mei@example.com", ahead))
        .isInstanceOf(Sessions.Attempt.Throttled.class);

    RequestMoment now = nodes.now("browser");

    assertThat(sessions.attempt("mei@example.com", now)).isEqualTo(new Sessions.Attempt.Unknown());
    for (int i = 0; i < 100; i++) {
      sessions.attempt("mei@example.com", now);
    }
    assertThat(sessions.attempt("mei@example.com", now))
        .isInstanceOf(Sessions.Attempt.Throttled.class);
  }

  @Test
  void a_session_that_a_clock_ahead_has_opened_is_none() {
    User user = nodes.member(User.Role.MEMBER);
    Secret.Session key = nodes.session();
    var sessions = new Sessions(nodes.thisNode, Limits.DEFAULT);
    nodes.clock.pass(Duration.ofDays(40));
    nodes.signedIn(user, key);
    assertThat(sessions.find(key, nodes.now("browser"))).isPresent();

    nodes.clock.pass(Duration.ofDays(-40));

    assertThat(sessions.find(key, nodes.now("browser"))).isEmpty();
  }

  @Test
  void what_was_allowed_by_a_clock_ahead_stays_inactive_after_disabling_and_enabling() {
    Team team = nodes.team();
    User user = nodes.member(User.Role.MEMBER, team);
    Credential.Personal app = nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
    RequestMoment ahead = new RequestMoment(nodes.clock.instant().plus(APART), "browser");
    Secret.Code code = nodes.consent(nodes.thisNode, app, user, team, ahead).orElseThrow();
    Secret.Code other = nodes.consent(nodes.thisNode, app, user, team, ahead).orElseThrow();
    TokenPair tokens = nodes.pair();
    assertThat(nodes.exchange(nodes.thisNode, app, code, tokens))
        .isInstanceOf(Exchanged.Issued.class);

    disableAndEnable(user, nodes.now("console"));

    assertThat(isActive(tokens.access())).isFalse();
    assertThat(rotate(app, tokens, nodes.now("app"))).isEqualTo(Rotated.Refused.GRANT_ENDED);
    assertThat(nodes.exchange(nodes.thisNode, app, other, nodes.pair()))
        .isEqualTo(Exchanged.Refused.GRANT_ENDED);
  }

  @Test
  void a_user_enabled_by_a_clock_ahead_can_sign_in_where_it_is_behind() {
    User user = nodes.member(User.Role.MEMBER);
    disableAndEnable(user, new RequestMoment(nodes.clock.instant().plus(APART), "console"));
    var sessions = new Sessions(nodes.otherNode, Limits.DEFAULT);
    var known = new Sessions.Attempt.Known(user.id(), new PasswordHash("none"), true, false);
    Secret.Session key = nodes.session();

    assertThat(
            sessions.open(
                known,
                user.email(),
                new Sessions.NewSession(key, Optional.empty(), Device.UNKNOWN),
                nodes.now("browser")))
        .isTrue();
    assertThat(sessions.find(key, nodes.now("browser"))).isPresent();
  }

  @Test
  void an_older_session_has_ended_after_disabling_and_enabling_by_a_clock_behind() {
    User user = nodes.member(User.Role.MEMBER);
    Secret.Session key = nodes.session();
    RequestMoment ahead = new RequestMoment(nodes.clock.instant().plus(APART), "browser");
    nodes.thisNode.write(sql -> {
      Sessions.insert(
          sql,
          Limits.DEFAULT,
          user.id(),
          new Sessions.NewSession(key, Optional.empty(), Device.UNKNOWN),
          ahead);
      return key;
    });

    disableAndEnable(user, nodes.now("console"));

    assertThat(new Sessions(nodes.thisNode, Limits.DEFAULT).find(key, nodes.now("browser")))
        .isEmpty();
  }

  @Test
  void a_token_revoked_or_replaced_by_a_clock_ahead_is_inactive_where_it_is_behind() {
    User administrator = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR);
    Secret.Organization first = nodes.token();
    Secret.Organization second = nodes.token();
    Credential.Organizational machine = nodes.machine(administrator.id(), first);
    var tokens = new OrganizationTokens(nodes.otherNode, Limits.DEFAULT);
    RequestMoment ahead = new RequestMoment(nodes.clock.instant().plus(APART), "console");

    tokens.reissue(
        machine,
        new OrganizationTokens.Replacement(second, OrganizationTokens.Overlap.NONE, nodes.form()),
        administrator.id(),
        ahead);
    assertThat(isActive(first)).isFalse();
    assertThat(isActive(second)).isTrue();

    assertThat(tokens.revoke(machine, second.hash(), administrator.id(), ahead)).isTrue();
    assertThat(isActive(second)).isFalse();
  }

  @Test
  void a_refresh_that_was_delayed_for_minutes_may_be_repeated_at_once() {
    Team team = nodes.team();
    User user = nodes.member(User.Role.MEMBER, team);
    Credential.Personal app = nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
    TokenPair tokens = nodes.tokens(app, user, team);
    RequestMoment arrived = nodes.now("app");
    nodes.clock.pass(APART);

    TokenPair fresh = nodes.pair();
    assertThat(rotate(app, tokens, fresh, arrived)).isInstanceOf(Rotated.Issued.class);

    assertThat(rotate(app, tokens, nodes.now("app"))).isEqualTo(Rotated.Refused.TOKEN_ROTATED);
    assertThat(isActive(fresh.access())).as("no honest retry ends the grant").isTrue();
  }

  private void disableAndEnable(User user, RequestMoment now) {
    var administration = new UserAdministration(nodes.otherNode, Limits.DEFAULT);
    assertThat(administration.disable(nodes.managed(user), new Actor.Server(now)))
        .isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(administration.enable(nodes.managed(user), new Actor.Server(now)))
        .isEqualTo(UserAdministration.Outcome.DONE);
  }

  private boolean isActive(Secret.Bearer token) {
    return new TokenChecks(nodes.thisNode, Nodes.WITHOUT_MEMORY, asked -> {}, (grant, at) -> {})
        .look(token, nodes.clock.instant())
        .isPresent();
  }

  private Rotated rotate(Credential.Personal app, TokenPair tokens, RequestMoment now) {
    return rotate(app, tokens, nodes.pair(), now);
  }

  private Rotated rotate(
      Credential.Personal app, TokenPair tokens, TokenPair fresh, RequestMoment now) {
    return nodes.pairs(nodes.thisNode).rotatePair(Nodes.rotation(app, tokens), fresh, now);
  }
}
