package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.ExternalIdentity;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.grants.Consents;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.people.ExternalSignIns;
import dev.latchkey.storage.people.PasswordLinks;
import dev.latchkey.storage.people.UserAccount;
import dev.latchkey.storage.people.UserAdministration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two nodes write at the same time, and one of them is held in the middle of its write. The rows
 * that decide a write do not change until the write commits, or the write is refused.
 */
class RacesBetweenNodesTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final Team otherTeam = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team, otherTeam);
  private final User owner = nodes.member(User.Role.MEMBER);
  private final User heir = nodes.member(User.Role.MEMBER);
  private final User administrator = nodes.member(User.Role.ORGANIZATION_ADMINISTRATOR);
  private final Credential.Personal app = nodes.app(owner.id(), nodes.secret());
  private final AtomicInteger lookUps = new AtomicInteger();
  private final TokenChecks checks =
      new TokenChecks(nodes.thisNode, Limits.DEFAULT, lookUps::addAndGet, (grant, at) -> {});

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void tokens_of_a_credential_are_inactive_once_its_new_owner_is_disabled_during_the_transfer() {
    TokenPair tokens = nodes.tokens(app, user, team);
    ManagedUser known = nodes.managed(heir);
    offer(owner);
    var transferred = nodes.statementsOfThisNode.before("COMMIT");
    var transfer = inBackground(() -> accept(nodes.thisNode));
    transferred.await();
    var disabled = nodes.statementsOfOtherNode.before("COMMIT");
    var disable = inBackground(() -> disable(nodes.otherNode, known));
    Poll.until(() -> disabled.isReached() || nodes.isAnyBlocked(), "both on their way");

    transferred.letGo();
    assertThat(transfer.join()).isTrue();
    rememberActive(tokens);
    disabled.letGo();

    assertThat(disable.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(isActive(tokens)).isFalse();
  }

  @Test
  void an_owner_disabled_at_the_moment_of_the_acceptance_reactivates_nothing_unasked() {
    TokenPair tokens = nodes.tokens(app, user, team);
    offer(administrator);
    ManagedUser known = nodes.managed(owner);

    assertThat(
            isAcceptedDuring(
                () -> disable(nodes.otherNode, known), UserAdministration.Outcome.DONE))
        .isFalse();

    assertThat(isActive(tokens)).isFalse();
  }

  @Test
  void an_administrator_disabled_at_the_moment_of_the_acceptance_has_offered_nothing() {
    offer(administrator);
    ManagedUser known = nodes.managed(administrator);

    assertThat(
            isAcceptedDuring(
                () -> disable(nodes.otherNode, known), UserAdministration.Outcome.DONE))
        .isFalse();
  }

  @Test
  void nothing_is_offered_to_a_person_who_is_disabled_at_that_moment() {
    ManagedUser known = nodes.managed(heir);
    var offered = nodes.statementsOfThisNode.before("COMMIT");
    var offer = inBackground(() -> offer(owner));
    offered.await();
    var disable = inBackground(() -> disable(nodes.otherNode, known));
    Poll.until(() -> disable.isDone() || nodes.isAnyBlocked(), "the disabling on its way");

    offered.letGo();

    assertThat(offer.join()).isEqualTo(TransferOffers.Offered.OFFERED);
    assertThat(disable.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(offers(nodes.thisNode).of(app.clientId(), console())).isEmpty();
  }

  @Test
  void a_secret_made_at_the_moment_of_the_acceptance_is_retired_with_the_others() {
    offer(owner);
    var secrets = new ClientSecrets(nodes.otherNode, Limits.DEFAULT);

    assertThat(
            isAcceptedDuring(
                () ->
                    secrets.add(app, nodes.secret(), Optional.empty(), new Actor.Server(console())),
                ClientSecrets.Added.ADDED))
        .isTrue();

    assertThat(secrets.of(app.clientId())).isEmpty();
  }

  @Test
  void a_credential_deleted_at_the_moment_of_the_acceptance_has_no_new_owner() {
    offer(owner);

    assertThat(
            isAcceptedDuring(() -> credentials(nodes.otherNode).delete(app, nodes.server()), true))
        .isFalse();
  }

  @Test
  void an_offer_withdrawn_at_the_moment_of_the_acceptance_is_not_accepted() {
    offer(owner);

    assertThat(
            isAcceptedDuring(
                () -> offers(nodes.otherNode).withdraw(app, owner.id(), console()), true))
        .isFalse();
  }

  @Test
  void tokens_of_a_new_credential_are_inactive_once_its_owner_is_disabled_at_that_moment() {
    ManagedUser known = nodes.managed(heir);
    var disabled = nodes.statementsOfOtherNode.before("COMMIT");
    var disable = inBackground(() -> disable(nodes.otherNode, known));
    disabled.await();
    Credential.Personal newest = nodes.app(heir.id(), nodes.secret());
    TokenPair tokens = nodes.tokens(newest, user, team);
    rememberActive(tokens);

    disabled.letGo();

    assertThat(disable.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(isActive(tokens)).isFalse();
  }

  @Test
  void a_consent_on_its_way_while_the_person_leaves_the_team_stays_inactive_after_a_return() {
    var consented = nodes.statementsOfThisNode.before("INSERT INTO codes");
    var consent = inBackground(() -> nodes.consent(nodes.thisNode, app, user, team));
    consented.await();
    ManagedUser known = nodes.managed(user);
    var leave = inBackground(() -> changeTeams(nodes.otherNode, known, otherTeam));
    Poll.until(() -> leave.isDone() || nodes.isAnyBlocked(), "the leave on its way");

    consented.letGo();

    Secret.Code code = consent.join().orElseThrow();
    assertThat(leave.join()).isEqualTo(UserAdministration.Outcome.DONE);
    changeTeams(nodes.otherNode, nodes.managed(user), team, otherTeam);
    assertThat(nodes.exchange(nodes.thisNode, app, code, nodes.pair()))
        .isEqualTo(Exchanged.Refused.GRANT_ENDED);
  }

  @Test
  void a_consent_that_waited_for_the_end_of_the_membership_is_refused() {
    ManagedUser known = nodes.managed(user);
    var left = nodes.statementsOfOtherNode.before("COMMIT");
    var leave = inBackground(() -> changeTeams(nodes.otherNode, known, otherTeam));
    left.await();
    var consent = inBackground(() -> nodes.consent(nodes.thisNode, app, user, team));
    Poll.until(() -> consent.isDone() || nodes.isAnyBlocked(), "the consent on its way");

    left.letGo();

    assertThat(leave.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(consent.join()).isEmpty();
  }

  @Test
  void a_consent_that_waited_for_a_change_of_the_app_is_refused() {
    var changed = nodes.statementsOfOtherNode.before("COMMIT");
    var change = inBackground(() -> changeRedirectUris(nodes.otherNode));
    changed.await();
    var consent = inBackground(() -> nodes.consent(nodes.thisNode, app, user, team));
    Poll.until(() -> consent.isDone() || nodes.isAnyBlocked(), "the consent on its way");

    changed.letGo();

    assertThat(change.join()).isTrue();
    assertThat(consent.join()).isEmpty();
  }

  @Test
  void a_change_of_the_app_waits_for_a_consent_on_its_way() {
    var consented = nodes.statementsOfThisNode.before("INSERT INTO grants");
    var consent = inBackground(() -> nodes.consent(nodes.thisNode, app, user, team));
    consented.await();
    var change = inBackground(() -> changeRedirectUris(nodes.otherNode));
    Poll.until(() -> change.isDone() || nodes.isAnyBlocked(), "the change on its way");

    consented.letGo();

    assertThat(consent.join()).isPresent();
    assertThat(change.join()).isTrue();
    assertThat(
            new Consents(nodes.thisNode, Limits.DEFAULT)
                .latest(user.id(), app.clientId())
                .orElseThrow()
                .redirectUris())
        .isEqualTo(app.redirectUris());
  }

  @Test
  void no_link_goes_to_an_address_that_is_no_longer_the_persons() {
    setPassword(user);
    var links = new PasswordLinks(nodes.thisNode, Limits.DEFAULT);
    var inserted = nodes.statementsOfThisNode.before("INSERT INTO password_links");
    Secret.PasswordLink link = nodes.link();
    var forgotten =
        inBackground(
            () -> links.forgotten(new EmailAddress(user.email()), link, TestLetter::to, console()));
    inserted.await();
    ManagedUser known = nodes.managed(user);
    var change = inBackground(() -> changeAddress(nodes.otherNode, known, "new@example.com"));
    Poll.until(() -> change.isDone() || nodes.isAnyBlocked(), "the change on its way");

    inserted.letGo();
    forgotten.join();

    assertThat(change.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(links.open(link, console())).isEmpty();
  }

  @Test
  void a_link_is_not_made_for_an_address_that_changed_while_it_waited() {
    setPassword(user);
    ManagedUser known = nodes.managed(user);
    var changed = nodes.statementsOfOtherNode.before("COMMIT");
    var change = inBackground(() -> changeAddress(nodes.otherNode, known, "new@example.com"));
    changed.await();
    var links = new PasswordLinks(nodes.thisNode, Limits.DEFAULT);
    var forgotten =
        inBackground(() ->
            links.forgotten(
                new EmailAddress(user.email()), nodes.link(), TestLetter::to, console()));
    Poll.until(() -> forgotten.isDone() || nodes.isAnyBlocked(), "the request on its way");

    changed.letGo();

    assertThat(change.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThat(forgotten.join()).isEqualTo(new PasswordLinks.Forgotten.Unknown());
  }

  @Test
  void no_account_is_linked_in_a_session_that_ended_while_the_provider_was_queried() {
    RequestMoment session = nodes.signedIn(user);
    var links = new ExternalSignIns(nodes.thisNode, Limits.DEFAULT);
    new UserAccount(nodes.otherNode, Limits.DEFAULT)
        .end(
            List.of(((SignedIn) session.authority().orElseThrow()).session()),
            user.id(),
            console());

    assertThatThrownBy(() ->
            links.link(new ExternalIdentity("https://elsewhere.example", "17"), user.id(), session))
        .isInstanceOf(RightsChanged.class);
    assertThat(links.linkedIssuers(user.id())).isEmpty();
  }

  @Test
  void a_former_owner_cannot_delete_a_credential() {
    offer(owner);
    assertThat(accept(nodes.otherNode)).isTrue();

    assertThat(credentials(nodes.thisNode).delete(app, nodes.server())).isFalse();
    assertThat(credentials(nodes.thisNode).find(app.clientId())).isPresent();
  }

  @Test
  void an_administrator_disabled_since_the_request_arrived_gets_no_token() {
    RequestMoment session = nodes.signedIn(administrator);
    Credential.Organizational machine = nodes.machine(administrator.id(), nodes.token());
    disable(nodes.otherNode, nodes.managed(administrator));
    Secret.Organization token = nodes.token();

    assertThatThrownBy(() -> reissue(machine, token, session)).isInstanceOf(RightsChanged.class);
    assertThat(isActive(token)).isFalse();
  }

  @Test
  void an_administrator_who_has_lost_the_role_when_the_write_is_made_gets_no_token() {
    RequestMoment session = nodes.signedIn(administrator);
    Credential.Organizational machine = nodes.machine(administrator.id(), nodes.token());
    ManagedUser known = nodes.managed(administrator);
    var changed = nodes.statementsOfOtherNode.before("COMMIT");
    var change = inBackground(() -> changeRole(nodes.otherNode, known, User.Role.MEMBER));
    changed.await();
    Secret.Organization token = nodes.token();
    var reissue = inBackground(() -> reissue(machine, token, session));
    Poll.until(() -> reissue.isDone() || nodes.isAnyBlocked(), "the move on its way");

    changed.letGo();

    assertThat(change.join()).isEqualTo(UserAdministration.Outcome.DONE);
    assertThatThrownBy(reissue::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(RightsChanged.class);
    assertThat(isActive(token)).isFalse();
  }

  /** The reader is held before its first, second and third statement. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void a_form_with_old_values_never_undoes_a_change(int place) {
    var count = new AtomicInteger();
    ManagedUser before = nodes.managed(user);
    var held =
        nodes.statementsOfThisNode.before(
            text -> text.startsWith("SELECT") && count.incrementAndGet() == place);
    var read = inBackground(() -> nodes.managed(user));
    held.await();
    User renamed = with(before.user(), "Renamed");
    assertThat(administration(nodes.otherNode).change(before, renamed, new Actor.Server(console())))
        .isEqualTo(UserAdministration.Outcome.DONE);
    held.letGo();
    ManagedUser form = read.join();

    UserAdministration.Outcome kept =
        administration(nodes.thisNode).change(form, form.user(), new Actor.Server(console()));

    assertThat(nodes.managed(user).user().name()).as(kept.name()).isEqualTo("Renamed");
  }

  @Test
  void a_grant_held_by_a_lost_node_can_be_ended_elsewhere() {
    TokenPair tokens = nodes.tokens(app, user, team);
    var held = nodes.statementsOfThisNode.before("COMMIT");
    var lost =
        inBackground(() -> {
          nodes.pairs(nodes.thisNode).revokePair(tokens.access(), app.clientId(), console());
          return true;
        });
    held.await();

    nodes.pairs(nodes.otherNode).revokePair(tokens.access(), app.clientId(), console());

    assertThat(lost).as("the lost node still holds its move").isNotDone();
    assertThat(isActive(tokens)).isFalse();
    held.letGo();
    assertThatThrownBy(lost::join).isInstanceOf(CompletionException.class);
  }

  /** Checks the token until the cache answers. */
  private void rememberActive(TokenPair tokens) {
    Poll.until(
        () -> {
          int before = lookUps.get();
          assertThat(isActive(tokens)).isTrue();
          return lookUps.get() == before;
        },
        "an answer from memory");
  }

  private boolean isActive(TokenPair tokens) {
    return isActive(tokens.access());
  }

  private boolean isActive(Secret.Bearer token) {
    return checks.look(token, nodes.clock.instant()).isPresent();
  }

  private UserAdministration administration(Database node) {
    return new UserAdministration(node, Limits.DEFAULT);
  }

  private Credentials credentials(Database node) {
    return new Credentials(node, Limits.DEFAULT);
  }

  private TransferOffers offers(Database node) {
    return new TransferOffers(node);
  }

  private TransferOffers.Offered offer(User by) {
    return offers(nodes.thisNode).offer(app, heir.id(), by.id(), console());
  }

  private boolean accept(Database node) {
    return offers(node).accept(app, heir.id(), false, console());
  }

  /**
   * Whether an acceptance succeeds that meets another act at its COMMIT; that act has this outcome.
   */
  private <T> boolean isAcceptedDuring(Supplier<T> act, T outcome) {
    var committing = nodes.statementsOfOtherNode.before("COMMIT");
    var other = inBackground(act);
    committing.await();
    var acceptance = inBackground(() -> accept(nodes.thisNode));
    Poll.until(() -> acceptance.isDone() || nodes.isAnyBlocked(), "the acceptance on its way");
    committing.letGo();
    assertThat(other.join()).isEqualTo(outcome);
    return acceptance.join();
  }

  private UserAdministration.Outcome disable(Database node, ManagedUser known) {
    return administration(node).disable(known, new Actor.Server(console()));
  }

  private boolean changeRedirectUris(Database node) {
    Credential.Personal changed =
        app.as(List.of(new RedirectUri("https://other.example/cb")), app.profile());
    return credentials(node).change(changed, owner.id(), console());
  }

  private OrganizationTokens.Reissued reissue(
      Credential.Organizational machine, Secret.Organization token, RequestMoment session) {
    var replacement =
        new OrganizationTokens.Replacement(token, OrganizationTokens.Overlap.NONE, nodes.form());
    return new OrganizationTokens(nodes.thisNode, Limits.DEFAULT)
        .reissue(machine, replacement, administrator.id(), session);
  }

  private UserAdministration.Outcome changeTeams(Database node, ManagedUser known, Team... teams) {
    User old = known.user();
    var memberships =
        List.of(teams).stream().map(each -> new User.Membership(each, false)).toList();
    var wanted =
        new User(old.id(), old.email(), old.name(), old.organization(), old.role(), memberships);
    return administration(node).change(known, wanted, new Actor.Server(console()));
  }

  private UserAdministration.Outcome changeAddress(
      Database node, ManagedUser known, String address) {
    User old = known.user();
    var wanted =
        new User(old.id(), address, old.name(), old.organization(), old.role(), old.teams());
    return administration(node).change(known, wanted, new Actor.Server(console()));
  }

  private UserAdministration.Outcome changeRole(Database node, ManagedUser known, User.Role role) {
    User old = known.user();
    var wanted = new User(old.id(), old.email(), old.name(), old.organization(), role, old.teams());
    return administration(node).change(known, wanted, new Actor.Server(console()));
  }

  private static User with(User old, String name) {
    return new User(old.id(), old.email(), name, old.organization(), old.role(), old.teams());
  }

  private void setPassword(User person) {
    nodes.otherNode.write(
        sql -> sql.update("UPDATE users SET password = 'chosen' WHERE user_id = ?", person.id()));
  }

  private RequestMoment console() {
    return nodes.now("console");
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> act) {
    return CompletableFuture.supplyAsync(act, task -> Thread.ofPlatform().daemon().start(task));
  }
}
