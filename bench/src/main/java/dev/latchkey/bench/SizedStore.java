package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.Postgres;
import dev.latchkey.bench.store.CommonValues;
import dev.latchkey.bench.store.SizeFiller;
import dev.latchkey.bench.store.SizedValues;
import dev.latchkey.bench.store.StorePlace;
import dev.latchkey.bench.store.StoreSize;
import dev.latchkey.edge.http.Json;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A store at size. Filling it takes minutes, so it can be kept in a directory for the next run. The
 * file {@code size.json} of the directory is written when the store is complete.
 */
final class SizedStore implements AutoCloseable {
  private static final String FILE = "size.json";
  private static final double GIGABYTE = 1 << 30;

  /** Refresh tokens last for 30 days, and a run needs some of them at its end. */
  private static final Duration USABLE = Duration.ofDays(25);

  /** The server that is filled needs no log: a store whose filling fails is discarded. */
  private static final List<String> FILLING =
      List.of("fsync=off", "wal_level=minimal", "max_wal_senders=0", "maintenance_work_mem=1GB");

  private final BenchStore store;
  private final SizedValues values;
  private final Optional<Postgres> postgres;
  private final Optional<TemporaryDirectory> temporary;

  private SizedStore(
      BenchStore store,
      SizedValues values,
      Optional<Postgres> postgres,
      Optional<TemporaryDirectory> temporary) {
    this.store = store;
    this.values = values;
    this.postgres = postgres;
    this.temporary = temporary;
  }

  /**
   * Where a store at size is wanted.
   *
   * @param kept the directory in which it is kept; empty if it is removed afterwards
   * @param isPostgres whether it is in PostgreSQL
   */
  record Wanted(StoreSize size, Optional<Path> kept, boolean isPostgres) {}

  /** Opens the store of an earlier run, or fills a new one. */
  static SizedStore open(Wanted wanted, Cores cores, PrintStream progress) {
    Optional<TemporaryDirectory> temporary =
        wanted.kept().isPresent() ? Optional.empty() : Optional.of(TemporaryDirectory.make());
    Path directory = wanted.kept().orElseGet(() -> temporary.orElseThrow().path());
    Path file = directory.resolve(FILE);
    if (Files.exists(file)) {
      return reopen(wanted, directory, cores, progress);
    }
    requireSpace(wanted, directory);
    letPostgresPass(directory);
    ObjectNode description =
        wanted.isPostgres()
            ? fillPostgres(directory, wanted, progress)
            : fill(new StorePlace(directory, Optional.empty()), wanted.size(), progress);
    write(file, description);
    SizedStore opened = reopen(wanted, directory, cores, progress);
    return new SizedStore(opened.store, opened.values, opened.postgres, temporary);
  }

  private static ObjectNode fillPostgres(Path directory, Wanted wanted, PrintStream progress) {
    Postgres server = Postgres.start(command -> command, cluster(directory), FILLING);
    try {
      var place = new StorePlace(directory, Optional.of(server.createDatabase()));
      return fill(place, wanted.size(), progress);
    } finally {
      server.close();
    }
  }

  /** PostgreSQL may run as another user, who has to reach its directory in this one. */
  private static void letPostgresPass(Path directory) {
    try {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException refused) {
      throw new HostFault("cannot use " + directory, refused);
    }
  }

  private static Postgres.Home cluster(Path directory) {
    return Postgres.Home.kept(directory.resolve("postgresql"));
  }

  private static ObjectNode fill(StorePlace place, StoreSize size, PrintStream progress) {
    try (BenchStore store = BenchStore.createKept(place, progress)) {
      BenchStore.OrganizationCreation foundation = store.foundation();
      var values = new SizedValues(foundation.commonValues(), store.derived(), size);
      new SizeFiller(place, values, progress).fill();
      return description(foundation, size);
    }
  }

  private static ObjectNode description(
      BenchStore.OrganizationCreation foundation, StoreSize size) {
    CommonValues common = foundation.commonValues();
    BenchIdentity identity = foundation.identity();
    return Json.object()
        .put("pairs", size.pairs())
        .put("people", size.people())
        .put("credentials", size.credentials())
        .put("audit", size.audit())
        .put("filled_at", common.at().toString())
        .put("organization", common.credential().organization().value())
        .put("owner", common.credential().owner().value())
        .put("team", common.team().id().value())
        .put("client_id", identity.clientId())
        .put("client_secret", identity.clientSecret())
        .put("email", identity.email())
        .put("password", identity.password())
        .put("runs", 0)
        .put("used", 0);
  }

  private static SizedStore reopen(
      Wanted wanted, Path directory, Cores cores, PrintStream progress) {
    JsonNode known = read(directory.resolve(FILE));
    var size =
        new StoreSize(
            known.path("pairs").asLong(),
            known.path("people").asInt(),
            known.path("credentials").asInt(),
            known.path("audit").asInt());
    if (!size.equals(wanted.size())) {
      throw new HostFault(
          "the store in %s has another size, %s: name another directory"
              .formatted(directory, size));
    }
    Instant at = Instant.parse(known.path("filled_at").asString());
    if (at.plus(USABLE).isBefore(Instant.now())) {
      throw new HostFault("the tokens of the store in %s expire: remove it".formatted(directory));
    }
    BenchStore.OrganizationCreation foundation = foundation(known, at);
    Optional<Postgres> postgres =
        wanted.isPostgres()
            ? Optional.of(Postgres.start(cores::forLoad, cluster(directory), List.of()))
            : Optional.empty();
    BenchStore store =
        BenchStore.reopen(
            new StorePlace(directory, postgres.map(Postgres::firstDatabase)), foundation, progress);
    var values = new SizedValues(foundation.commonValues(), store.derived(), size);
    return new SizedStore(store, values, postgres, Optional.empty());
  }

  private static BenchStore.OrganizationCreation foundation(JsonNode known, Instant at) {
    Credential.Personal credential =
        BenchStore.credential(
            new Id.Client(known.path("client_id").asString()),
            new Id.Organization(known.path("organization").asString()),
            new Id.User(known.path("owner").asString()),
            at);
    var team =
        new Team(
            new Id.Team(known.path("team").asString()), BenchStore.NAME, credential.organization());
    return new BenchStore.OrganizationCreation(
        new CommonValues(credential, team, at),
        new BenchIdentity(
            credential.clientId().value(),
            known.path("client_secret").asString(),
            known.path("email").asString(),
            known.path("password").asString(),
            team.id().value()));
  }

  /**
   * A run on this store.
   *
   * @param number how many there were before
   * @param first the first of the tokens that no earlier run has used
   */
  record Run(int number, long first) {}

  /** Begins a run. The next one gets other tokens, also if this one is killed. */
  Run takeRun(long tokens) {
    Path file = store.directory().resolve(FILE);
    ObjectNode known = (ObjectNode) read(file);
    var run = new Run(known.path("runs").asInt(), known.path("used").asLong());
    write(file, known.put("runs", run.number() + 1).put("used", run.first() + tokens));
    return run;
  }

  BenchStore store() {
    return store;
  }

  SizedValues values() {
    return values;
  }

  boolean isPostgres() {
    return postgres.isPresent();
  }

  private static void requireSpace(Wanted wanted, Path directory) {
    try {
      Files.createDirectories(directory);
      try (Stream<Path> files = Files.list(directory)) {
        if (files.findAny().isPresent()) {
          throw new HostFault(
              "%s is not empty and has no complete store: remove it".formatted(directory));
        }
      }
      long free = Files.getFileStore(directory).getUsableSpace();
      if (free < wanted.size().bytes()) {
        throw new HostFault(
            String.format(
                Locale.ROOT,
                "a store of %,d pairs needs %.0f GB, and %s has %.0f GB: use fewer"
                    + " --pairs and --audit, or another --data",
                wanted.size().pairs(),
                wanted.size().bytes() / GIGABYTE,
                directory,
                free / GIGABYTE));
      }
    } catch (IOException refused) {
      throw new HostFault("cannot use " + directory, refused);
    }
  }

  private static JsonNode read(Path file) {
    try {
      return Json.parse(Files.readString(file))
          .orElseThrow(() -> new HostFault(file + " is not JSON"));
    } catch (IOException missing) {
      throw new HostFault("cannot read " + file, missing);
    }
  }

  private static void write(Path file, ObjectNode json) {
    try {
      Files.writeString(file, json.toPrettyString());
    } catch (IOException refused) {
      throw new HostFault("cannot write " + file, refused);
    }
  }

  @Override
  public void close() {
    store.close();
    postgres.ifPresent(Postgres::close);
    temporary.ifPresent(TemporaryDirectory::close);
  }
}
