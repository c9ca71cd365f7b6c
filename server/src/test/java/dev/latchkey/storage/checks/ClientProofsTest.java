package dev.latchkey.storage.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.Counted;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.TransferOffers;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.Usage;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A correct secret is cached, but only while it is correct (rules 2.9, 3.7). On PostgreSQL another
 * node makes every change.
 */
@EachStore.ForClass
class ClientProofsTest {
  private static final Limits LIMITS = Limits.DEFAULT;
  private static final String ADDRESS = "192.0.2.1";

  private final Nodes nodes;
  private final Counted database;
  private final ClientProofs proofs;
  private final ClientProofs otherProofs;
  private final Credentials credentials;
  private final ClientSecrets secrets;
  private final UserAdministration administration;
  private final Secret.Client secret;
  private final Id.User owner;
  private final Credential.Personal app;

  ClientProofsTest(Store store) {
    nodes = Nodes.open(store);
    database = new Counted(nodes.thisNode);
    proofs = new ClientProofs(database, LIMITS);
    otherProofs = new ClientProofs(nodes.otherNode, LIMITS);
    credentials = new Credentials(nodes.otherNode, LIMITS);
    secrets = new ClientSecrets(nodes.otherNode, LIMITS);
    administration = new UserAdministration(nodes.otherNode, LIMITS);
    secret = nodes.secret();
    owner = nodes.person();
    app = nodes.app(owner, secret);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @BeforeEach
  void authenticateOnce() {
    nodes.catchUp();
    assertThat(peek()).as("never seen").isEmpty();
    assertThat(authenticate()).isEqualTo(proven(app));
    assertThat(peek()).contains(proven(app));
  }

  @Test
  void a_cached_proof_needs_no_query() {
    long before = database.reads();

    assertThat(authenticate()).isEqualTo(proven(app));
    assertThat(peek()).contains(proven(app));

    assertThat(database.reads()).isEqualTo(before);
  }

  @Test
  void only_the_same_secret_of_the_same_client_from_the_same_address_is_cached() {
    Credential.Personal other = nodes.app(owner, nodes.secret());

    assertThat(proofs.peek(claim(app, nodes.secret()), nodes.now(ADDRESS))).isEmpty();
    assertThat(proofs.peek(claim(other, secret), nodes.now(ADDRESS))).isEmpty();
    assertThat(proofs.peek(claim(app, secret), nodes.now("192.0.2.2"))).isEmpty();
    assertThat(
            proofs.peek(
                new ClientClaim.Authenticated(app.clientId(), Optional.empty()),
                nodes.now(ADDRESS)))
        .isEmpty();
    assertThat(proofs.peek(new ClientClaim.Named(app.clientId()), nodes.now(ADDRESS))).isEmpty();
  }

  @Test
  void a_wrong_secret_is_not_cached() {
    Secret.Client wrong = nodes.secret();

    assertThat(proofs.authenticate(claim(app, wrong), nodes.now(ADDRESS)))
        .isEqualTo(Authentication.Failed.SECRET_WRONG);
    nodes.catchUp();

    assertThat(proofs.peek(claim(app, wrong), nodes.now(ADDRESS))).isEmpty();
  }

  @Test
  void a_secret_of_another_credential_is_refused_though_it_is_right_there() {
    Credential.Personal other = nodes.app(owner, nodes.secret());

    assertThat(proofs.authenticate(claim(other, secret), nodes.now(ADDRESS)))
        .isEqualTo(Authentication.Failed.SECRET_WRONG);
    assertThat(proofs.peek(claim(other, secret), nodes.now(ADDRESS))).isEmpty();
    assertThat(peek()).contains(proven(app));
  }

  @Test
  void a_retired_secret_is_refused_at_once() {
    secrets.add(app, nodes.secret(), Optional.empty(), nodes.server());
    assertThat(authenticate()).isEqualTo(proven(app));

    assertThat(secrets.retire(app, secret.hash(), nodes.server())).isTrue();

    assertNotCached();
    assertThat(authenticate()).isEqualTo(Authentication.Failed.SECRET_WRONG);
  }

  @Test
  void a_deleted_credential_is_refused_at_once() {
    assertThat(credentials.delete(app, nodes.server())).isTrue();

    assertNotCached();
    assertThat(authenticate()).isInstanceOf(Authentication.Failed.class);
  }

  @Test
  void a_changed_credential_is_returned_as_it_is_now() {
    var changed = with(app, owner, "read:project:info", 1);
    assertThat(credentials.change(changed, owner, nodes.now("console"))).isTrue();

    assertNotCached();
    assertThat(authenticate()).isEqualTo(proven(with(changed, owner, "read:project:info", 2)));
  }

  @Test
  void no_secret_proves_a_credential_once_another_owner_has_accepted_it() {
    Id.User heir = nodes.person();
    var offers = new TransferOffers(nodes.otherNode);
    assertThat(offers.offer(app, heir, owner, nodes.now("console")))
        .isEqualTo(TransferOffers.Offered.OFFERED);

    assertThat(offers.accept(app, heir, false, nodes.now("console"))).isTrue();

    assertNotCached();
    assertThat(authenticate()).isEqualTo(Authentication.Failed.SECRET_WRONG);
  }

  @Test
  void a_credential_is_refused_as_long_as_its_owner_is_disabled() {
    disable(owner);

    assertNotCached();
    assertThat(authenticate()).isEqualTo(Authentication.Failed.SECRET_WRONG);

    assertThat(administration.enable(administration.find(owner).orElseThrow(), nodes.server()))
        .isEqualTo(UserAdministration.Outcome.DONE);
    nodes.catchUp();
    assertThat(authenticate()).isEqualTo(proven(app));
    assertThat(peek()).contains(proven(app));
  }

  @Test
  void the_first_wrong_secret_is_known_before_the_bucket_is_full() {
    guess(1);

    assertNotCached();
    assertThat(authenticate()).isEqualTo(proven(app));
    assertThat(peek()).contains(proven(app));
  }

  @Test
  void a_correct_secret_waits_while_the_bucket_is_full_and_the_cache_knows_until_when() {
    guess(LIMITS.wrongSecretsPerMinute());

    assertNotCached();
    assertThat(authenticate()).isInstanceOf(Authentication.Throttled.class);
    long before = database.reads();
    assertThat(peek()).containsInstanceOf(Authentication.Throttled.class);
    assertThat(proofs.authenticate(claim(app, secret), nodes.now("192.0.2.2")))
        .as("from another address")
        .isEqualTo(proven(app));
    assertThat(database.reads()).isEqualTo(before + 1);

    nodes.clock.pass(Duration.ofSeconds(4));

    assertThat(peek()).as("one has drained").contains(proven(app));
    guess(1);
    assertNotCached();
    assertThat(authenticate()).isInstanceOf(Authentication.Throttled.class);
  }

  @Test
  void recording_the_last_use_invalidates_nothing() {
    Usage usage = new Usage(nodes.otherNode);
    usage.useClientSecrets(Map.of(secret.hash(), Usage.Period.at(nodes.now(ADDRESS))));
    usage.useCredentials(Map.of(app.clientId(), Usage.Period.at(nodes.now(ADDRESS))));
    nodes.catchUp();

    assertThat(peek()).contains(proven(app));
  }

  @Test
  void purging_a_drained_bucket_invalidates_nothing() {
    guess(1);
    assertThat(authenticate()).isEqualTo(proven(app));
    assertThat(peek()).contains(proven(app));

    nodes.otherNode.write(sql -> {
      sql.update("UPDATE throttles SET full_until = 1");
      return true;
    });
    nodes.catchUp();
    assertThat(authenticate()).isEqualTo(proven(app));
    new Purge(nodes.otherNode, LIMITS, () -> AuditLimits.DEFAULT)
        .deleteBatch(nodes.clock.instant());
    nodes.catchUp();

    assertThat(peek()).contains(proven(app));
  }

  @Test
  void without_a_cache_no_proof_is_cached() {
    var uncached = new ClientProofs(nodes.thisNode, Nodes.WITHOUT_MEMORY);

    assertThat(uncached.authenticate(claim(app, secret), nodes.now(ADDRESS)))
        .isEqualTo(proven(app));

    assertThat(uncached.peek(claim(app, secret), nodes.now(ADDRESS))).isEmpty();
  }

  private void assertNotCached() {
    nodes.catchUp();
    assertThat(peek()).isEmpty();
  }

  private Optional<Authentication> peek() {
    return proofs.peek(claim(app, secret), nodes.now(ADDRESS));
  }

  private Authentication authenticate() {
    return proofs.authenticate(claim(app, secret), nodes.now(ADDRESS));
  }

  private void guess(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(otherProofs.authenticate(claim(app, nodes.secret()), nodes.now(ADDRESS)))
          .isEqualTo(Authentication.Failed.SECRET_WRONG);
    }
  }

  private void disable(Id.User user) {
    assertThat(administration.disable(administration.find(user).orElseThrow(), nodes.server()))
        .isEqualTo(UserAdministration.Outcome.DONE);
  }

  private static ClientClaim claim(Credential.Personal of, Secret.Client by) {
    return new ClientClaim.Authenticated(of.clientId(), Optional.of(by));
  }

  private Authentication proven(Credential.Personal as) {
    return new Authentication.Proven(as, secret.hash());
  }

  private static Credential.Personal with(
      Credential.Personal app, Id.User owner, String scope, int version) {
    return new Credential.Personal(
        app.clientId(),
        app.name(),
        app.organization(),
        owner,
        Scopes.parse(scope),
        app.redirectUris(),
        app.options(),
        AllowedNetworks.EVERYWHERE,
        AppProfile.NONE,
        app.createdAt(),
        version);
  }
}
