package dev.latchkey.app.doctor;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.keyfile.FileKeys;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.inspect.StoreInspection;
import dev.latchkey.storage.operation.Backlog;
import dev.latchkey.storage.sqlite.ClockJump;
import dev.latchkey.storage.sqlite.MovedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The store, the clock against that of the store, and whether the key file opens the store. */
final class StoreExamination {
  private static final Duration TOLERATED = Duration.ofSeconds(2);
  private static final Duration LATE = Duration.ofMinutes(5);
  private static final Duration UNSEALED = Duration.ofMinutes(10);
  private static final Duration UNDELIVERED = Duration.ofHours(1);
  private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

  private final Settings settings;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final boolean isQuick;
  private final Findings store = new Findings("store");
  private final Findings time = new Findings("clock");
  private final Findings keys = new Findings("key file");

  StoreExamination(Settings settings, ClockAndRandom clockAndRandom, boolean isQuick) {
    this.settings = settings;
    this.clock = clockAndRandom.clock();
    this.random = clockAndRandom.random();
    this.isQuick = isQuick;
  }

  List<Finding> findings() {
    if (clock.instant().isBefore(EARLIEST)) {
      time.error(
          "the clock says " + clock.instant() + ", which is before this program was made",
          "set the clock, and let NTP keep it: timedatectl set-ntp true");
    }
    try {
      settings.store().database().ifPresentOrElse(this::postgres, this::sqlite);
    } catch (StorageFault fault) {
      store.error(fault.inOneLine(), repair());
    }
    time.okOtherwise("the clock is not behind the store");
    var all = new ArrayList<Finding>();
    all.addAll(store.all());
    all.addAll(time.all());
    all.addAll(keys.all());
    return all;
  }

  private String repair() {
    return settings.store().database().isPresent()
        ? "check that PostgreSQL runs and that the host, user and password in \"database\" are right: psql"
        : "stop the service and restore a backup: latchkey restore FILE";
  }

  private void sqlite() {
    Path file = settings.store().sqliteFile();
    if (Files.notExists(file)) {
      store.warning(
          "there is no store in " + settings.store().data().toAbsolutePath(),
          "start latchkey serve, which creates it, or name the right directory with --data");
      return;
    }
    if (!Files.isReadable(file)) {
      store.error(
          "this user may not read " + file.toAbsolutePath(),
          "run this command as the user of the service");
      return;
    }
    Path jumped = ClockJump.file(file);
    if (Files.exists(jumped)) {
      time.error(
          ClockJump.fault(jumped, clock.instant()), "set the clock; if it is right: rm " + jumped);
    }
    var moved = new MovedStore(file);
    moved.place().ifPresent(place -> store.error("the store was moved to " + place, moved.undo()));
    try (StoreInspection inspection = StoreInspection.sqlite(file)) {
      int version = schema(inspection);
      if (!isQuick) {
        for (String damage : inspection.damage(file)) {
          store.error(
              "latchkey.db is damaged: " + damage,
              "stop the service and restore a backup: latchkey restore FILE");
        }
      }
      store.ok("SQLite, schema %d%s".formatted(version, isQuick ? "" : ", every page was checked"));
      contents(inspection);
    }
  }

  private void postgres(String url) {
    try (StoreInspection inspection = StoreInspection.postgres(url)) {
      Map<String, String> server = inspection.settings();
      boolean isKept = StoreInspection.isSessionKept(url);
      new ServerSettings(server, url, inspection.isStandby(), isKept).examine(store);
      serverClock(inspection);
      int version = schema(inspection);
      store.ok("PostgreSQL %s, schema %d".formatted(server.get("server_version"), version));
      contents(inspection);
    }
  }

  private void serverClock(StoreInspection inspection) {
    Duration ahead = Duration.between(inspection.clock(), clock.instant());
    if (ahead.abs().compareTo(TOLERATED) > 0) {
      time.error(
          "the clock differs from that of the database by %d ms".formatted(ahead.toMillis()),
          "synchronize both with NTP: timedatectl set-ntp true");
    }
  }

  private int schema(StoreInspection inspection) {
    int version = inspection.schemaVersion();
    String versions =
        "the store is at schema version %d, and this program needs %d"
            .formatted(version, Schema.VERSION);
    switch (inspection.schemaState()) {
      case SAME -> {}
      case EMPTY ->
          store.warning("the store is empty", "start latchkey serve, which creates the tables");
      case OLDER ->
          store.warning(versions, "make a backup, then start this program, which changes it");
      case NEWER ->
          store.warning(
              "the store is at schema version %d, which is newer than this program, and allows it"
                  .formatted(version),
              "upgrade this node as well");
      case TOO_NEW ->
          store.error(
              versions, "start the newer program, or restore a backup from before the upgrade");
      case BEFORE_THE_FIRST_RELEASE ->
          store.error(
              versions, "start this program on an empty store; no release used that version");
    }
    return version;
  }

  private void contents(StoreInspection inspection) {
    switch (inspection.schemaState()) {
      case SAME -> {
        keyFile(inspection.signingKeys());
        newestEntry(inspection);
        backlog(inspection.backlog());
      }
      case OLDER, NEWER -> {
        keyFile(inspection.signingKeys());
        newestEntry(inspection);
      }
      case EMPTY -> keyFile(List.of());
      case TOO_NEW, BEFORE_THE_FIRST_RELEASE ->
          keys.note("this program cannot examine it for a store of this version");
    }
  }

  private void newestEntry(StoreInspection inspection) {
    inspection
        .newestEntry()
        .filter(newest -> newest.isAfter(clock.instant().plus(LATE)))
        .ifPresent(newest ->
            time.error(
                "the newest entry of the audit log is from %s, and the clock says %s"
                    .formatted(newest, clock.instant()),
                "set the clock, and let NTP keep it: timedatectl set-ntp true"));
  }

  private void backlog(Backlog found) {
    late(found.unsealedSince(), UNSEALED)
        .ifPresent(since ->
            store.warning(
                "lines of the audit log since %s have no seal".formatted(since),
                "start latchkey serve; if it runs, look for \"seals of the audit log\" in its log"));
    late(found.deliveries().since(), UNDELIVERED)
        .ifPresent(since ->
            store.warning(
                "deliveries to webhooks wait: %d, the oldest since %s"
                    .formatted(found.deliveries().count(), since),
                "latchkey webhook list shows which fail, and latchkey webhook deliveries why"));
    late(found.mails().since(), UNDELIVERED)
        .ifPresent(since ->
            store.warning(
                "mails wait: %d, the oldest since %s".formatted(found.mails().count(), since),
                "latchkey mail test ADDRESS shows why the mail server accepts none"));
  }

  private Optional<Instant> late(Optional<Instant> since, Duration tolerated) {
    return since.filter(then -> then.isBefore(clock.instant().minus(tolerated)));
  }

  private void keyFile(List<StoreInspection.SealedKey> sealed) {
    KeyFile file = KeyFile.of(settings);
    if (sealed.isEmpty() && Files.notExists(file.path())) {
      keys.ok("there is no key file yet; the first start creates it");
      return;
    }
    FileKeys content;
    try {
      content = file.read();
    } catch (ConfigFault unusable) {
      keys.error(
          String.valueOf(unusable.getMessage()),
          "put back the copy of your backup, with mode 600 and the user of the service as its owner");
      return;
    }
    var seal = new KeyFileSeal(content::own, KeyFileSeal.SIGNING_KEY, random);
    if (sealed.stream().anyMatch(key -> seal.open(key.id(), key.bytes()).isEmpty())) {
      keys.error(
          String.valueOf(file.doesNotFit().getMessage()),
          "put back the copy of your backup that belongs to this store");
    }
    if (content.second().isPresent()) {
      keys.warning(
          "a rotation of " + file.path() + " is not finished",
          "latchkey key status says what comes next");
    }
    keys.okOtherwise(
        "%s opens every signing key of the store (%d)".formatted(file.path(), sealed.size()));
  }
}
