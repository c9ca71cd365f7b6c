package dev.latchkey.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Counted;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.UserAdministration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The first check of a token whose app and user are already cached because of another token. On
 * PostgreSQL another node makes every change.
 */
@EachStore.ForClass
class TokenLookupTest {
  private final Nodes nodes;
  private final Counted counted;
  private final TokenChecks checks;
  private final Team team;
  private final User user;
  private final User owner;
  private final Credential.Personal app;

  TokenLookupTest(Store store) {
    nodes = Nodes.open(store);
    counted = new Counted(nodes.thisNode);
    checks = new TokenChecks(counted, Limits.DEFAULT, asked -> {}, (grant, at) -> {});
    team = nodes.team();
    user = nodes.member(User.Role.MEMBER, team);
    owner = nodes.member(User.Role.MEMBER);
    app = nodes.app(owner.id(), nodes.secret());
  }

  /**
   * Checks new tokens until one query is enough for a check. A row that was just committed is not
   * cached at once.
   */
  @BeforeEach
  void remember() {
    long before;
    do {
      TokenPair another = nodes.tokens(app, user, team);
      nodes.catchUp();
      before = counted.reads();
      assertThat(look(another)).isPresent();
    } while (counted.reads() - before > 1);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void it_is_read_from_two_tables_with_the_same_result_as_a_complete_read() {
    TokenPair tokens = nodes.tokens(app, user, team);
    nodes.catchUp();
    long before = counted.reads();

    Optional<LiveToken> found = look(tokens);

    assertThat(counted.reads() - before).isEqualTo(1);
    assertThat(found).isEqualTo(inFull(tokens)).isPresent();
  }

  @Test
  void it_is_inactive_while_the_owner_is_disabled() {
    TokenPair tokens = nodes.tokens(app, user, team);

    administration().disable(nodes.managed(owner), new Actor.Server(nodes.now("console")));
    assertThat(look(tokens)).isEmpty();

    administration().enable(nodes.managed(owner), new Actor.Server(nodes.now("console")));
    assertThat(look(tokens)).isEqualTo(inFull(tokens)).isPresent();
  }

  @Test
  void it_is_inactive_after_the_user_was_disabled_and_enabled() {
    TokenPair tokens = nodes.tokens(app, user, team);

    administration().disable(nodes.managed(user), new Actor.Server(nodes.now("console")));
    assertThat(look(tokens)).isEmpty();

    administration().enable(nodes.managed(user), new Actor.Server(nodes.now("console")));
    assertThat(look(nodes.tokens(app, user, team))).as("a new one").isPresent();
    assertThat(look(tokens)).isEmpty();
  }

  @Test
  void it_is_inactive_after_the_user_left_the_team() {
    TokenPair tokens = nodes.tokens(app, user, team);
    ManagedUser known = nodes.managed(user);

    administration()
        .change(known, with(known.user(), user.email(), List.of()), new Actor.Server(console()));

    assertThat(look(tokens)).isEmpty();
  }

  @Test
  void it_is_inactive_after_the_credential_was_deleted() {
    TokenPair tokens = nodes.tokens(app, user, team);

    new Credentials(nodes.otherNode, Limits.DEFAULT).delete(app, nodes.server());

    assertThat(look(tokens)).isEmpty();
  }

  @Test
  void it_has_the_newest_address() {
    TokenPair tokens = nodes.tokens(app, user, team);
    ManagedUser known = nodes.managed(user);

    administration()
        .change(
            known,
            with(known.user(), "new@example.com", known.user().teams()),
            new Actor.Server(console()));

    assertThat(look(tokens).orElseThrow().email()).contains("new@example.com");
  }

  private RequestMoment console() {
    return nodes.now("console");
  }

  private UserAdministration administration() {
    return new UserAdministration(nodes.otherNode, Limits.DEFAULT);
  }

  private Optional<LiveToken> look(TokenPair tokens) {
    return checks.look(tokens.access(), nodes.clock.instant());
  }

  private Optional<LiveToken> inFull(TokenPair tokens) {
    return new TokenChecks(nodes.thisNode, Nodes.WITHOUT_MEMORY, asked -> {}, (grant, at) -> {})
        .look(tokens.access(), nodes.clock.instant());
  }

  private static User with(User old, String email, List<User.Membership> teams) {
    return new User(old.id(), email, old.name(), old.organization(), old.role(), teams);
  }
}
