package dev.latchkey.bench;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.bench.host.FixedServer;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.CommonValues;
import dev.latchkey.bench.store.DerivedValues;
import dev.latchkey.bench.store.StoreFiller;
import dev.latchkey.bench.store.StorePlace;
import dev.latchkey.bench.store.StoreStatistics;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.load.Address;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A store that the benchmark creates through the product, and then fills directly, past the
 * product.
 */
final class BenchStore implements AutoCloseable {
  static final String NAME = "Bench";
  static final String CREDENTIAL = "Bench app";
  static final String SCOPE = "read:issue:info";
  static final String PROVIDER = "bench";

  private static final DerivedValues DERIVED = new DerivedValues(0x1A7C_4CE7L);

  private final StorePlace place;
  private final Optional<TemporaryDirectory> temporary;
  private final PrintStream progress;
  private final OrganizationCreation foundation;

  private BenchStore(
      StorePlace place,
      Optional<TemporaryDirectory> temporary,
      PrintStream progress,
      OrganizationCreation foundation) {
    this.place = place;
    this.temporary = temporary;
    this.progress = progress;
    this.foundation = foundation;
  }

  /** What is in a store before it is filled. */
  record OrganizationCreation(CommonValues commonValues, BenchIdentity identity) {}

  /**
   * Creates a store with one organization, one team, its administrator, and one personal
   * credential.
   */
  static BenchStore create(Optional<String> database, PrintStream progress) {
    TemporaryDirectory directory = TemporaryDirectory.make();
    var place = new StorePlace(directory.path(), database);
    return new BenchStore(place, Optional.of(directory), progress, found(place));
  }

  /** The same in a directory that is kept. */
  static BenchStore createKept(StorePlace place, PrintStream progress) {
    return new BenchStore(place, Optional.empty(), progress, found(place));
  }

  /** Opens a store that an earlier run created. */
  static BenchStore reopen(
      StorePlace place, OrganizationCreation foundation, PrintStream progress) {
    return new BenchStore(place, Optional.empty(), progress, foundation);
  }

  private static OrganizationCreation found(StorePlace place) {
    Settings settings = ConfigFile.defaults().in(place.data()).on(place.database());
    try (Installation installation = Installation.open(settings, quiet())) {
      if (!installation.stores().users().directory().isEmpty()) {
        throw new HostFault("the benchmark needs an empty database");
      }
      var organization =
          new Organization(
              Id.ORGANIZATION.draw(installation.random()), NAME, Organization.Kind.MULTI_TEAM);
      installation.stores().users().directory().add(organization, installation.now());
      var team = new Team(Id.TEAM.draw(installation.random()), NAME, organization.id());
      installation.stores().users().directory().add(team, installation.now());
      var owner =
          new User(
              Id.USER.draw(installation.random()),
              "owner@example.com",
              "Owner",
              organization.id(),
              User.Role.ORGANIZATION_ADMINISTRATOR,
              List.of(new User.Membership(team, false)));
      String password = Secret.CLIENT.mint(installation.random()).reveal().substring(6, 30);
      installation
          .stores()
          .users()
          .directory()
          .add(
              owner,
              installation.passwords().hash(password, owner.email(), installation.now()),
              installation.now());
      Credential.Personal credential =
          credential(
              Id.CLIENT.draw(installation.random()),
              organization.id(),
              owner.id(),
              installation.now().at());
      Secret.Client secret = Secret.CLIENT.mint(installation.random());
      installation
          .stores()
          .credentials()
          .newCredentials()
          .create(credential, secret, Optional.empty(), installation.now());
      addClients(installation, credential);
      return new OrganizationCreation(
          new CommonValues(credential, team, installation.now().at()),
          new BenchIdentity(
              credential.clientId().value(),
              secret.reveal(),
              owner.email(),
              password,
              team.id().value()));
    }
  }

  static Credential.Personal credential(
      Id.Client client, Id.Organization organization, Id.User owner, Instant at) {
    return new Credential.Personal(
        client,
        CREDENTIAL,
        organization,
        owner,
        Scopes.parse(SCOPE + ",read:project:info,write:issue:info"),
        List.of(new RedirectUri("https://bench.example/callback")),
        Set.of(),
        AllowedNetworks.EVERYWHERE,
        AppProfile.NONE,
        at,
        1);
  }

  /**
   * Adds more credentials. They differ from the first one in name only, and each gets its own
   * tokens.
   */
  private static void addClients(Installation installation, Credential.Personal like) {
    for (int i = 0; i < Batch.CLIENTS; i++) {
      var client =
          new Credential.Personal(
              DERIVED.client(i),
              "Client " + i,
              like.organization(),
              like.owner(),
              like.scope(),
              like.redirectUris(),
              Set.of(),
              AllowedNetworks.EVERYWHERE,
              AppProfile.NONE,
              installation.now().at(),
              1);
      installation
          .stores()
          .credentials()
          .newCredentials()
          .create(client, DERIVED.clientSecret(i), Optional.empty(), installation.now());
    }
  }

  /** Fills the store. No server may have it open. */
  void fill(Batch... batches) {
    try (StoreFiller filling =
        StoreFiller.of(directory(), database(), commonValues(), DERIVED, progress)) {
      for (Batch batch : batches) {
        filling.add(batch);
      }
    }
  }

  /** Starts a server on this store, with two calls behind its gateway. */
  StartedServer serve(UnaryOperator<List<String>> pin, Address upstream) {
    return StartedServer.latchkey(pin, configuration(upstream, ""), directory(), database());
  }

  /**
   * Starts a server with all pages and with its metrics page. This takes more time, so it is not
   * used where the start is measured.
   */
  StartedServer serveWithMetrics(UnaryOperator<List<String>> pin, Address upstream) {
    Path config = configuration(upstream, "metrics_port: 0\n" + mailAndProvider());
    return StartedServer.latchkeyWithMetrics(pin, config, directory(), database());
  }

  /**
   * Settings for mail and for sign-in at another service, so that the server has the pages that a
   * flood needs. Nothing listens at these addresses; no scenario gets far enough to use them.
   */
  private String mailAndProvider() {
    return """
    mail: {host: 127.0.0.1, port: 9, starttls: false, from: bench@example.com}
    sign_in:
      %s: {issuer: 'http://127.0.0.1:9', client_id: bench, client_secret_file: %s}
    """
        .formatted(PROVIDER, written("provider-secret", "bench"));
  }

  Path directory() {
    return place.data();
  }

  StorePlace place() {
    return place;
  }

  OrganizationCreation foundation() {
    return foundation;
  }

  DerivedValues derived() {
    return DERIVED;
  }

  BenchIdentity identity() {
    return foundation.identity();
  }

  CommonValues commonValues() {
    return foundation.commonValues();
  }

  Optional<String> database() {
    return place.database();
  }

  /** How many expired pairs the purge has not removed yet. */
  long expired() {
    return statistics().expiredPairs(commonValues().at());
  }

  StoreStatistics statistics() {
    return new StoreStatistics(directory(), database());
  }

  @Override
  public void close() {
    temporary.ifPresent(TemporaryDirectory::close);
    if (temporary.isPresent() && Files.exists(directory())) {
      progress.println("left behind: " + directory());
    }
  }

  private Path configuration(Address upstream, String more) {
    String routes =
        """
        drain_seconds: 0
        upstreams:
          fixed:
            addresses: [http://127.0.0.1:%d]
        routes:
          - {methods: [GET], path: %s, scopes: [%s], upstream: fixed}
          - {methods: [GET, PUT], path: %s, scopes: [%s], upstream: fixed}
        """
            .formatted(
                upstream.port(),
                afterPrefix(FixedServer.OPEN_PATH),
                SCOPE,
                afterPrefix(FixedServer.LARGE_PATH),
                SCOPE);
    return written("latchkey.yaml", routes + more);
  }

  private Path written(String name, String text) {
    Path file = directory().resolve(name);
    try {
      return Files.writeString(file, text);
    } catch (IOException refused) {
      throw new HostFault("cannot write " + file, refused);
    }
  }

  private static String afterPrefix(String path) {
    return path.substring("/openapi/v2".length());
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
