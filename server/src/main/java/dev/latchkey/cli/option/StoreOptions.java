package dev.latchkey.cli.option;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.config.StoreSettings;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.storage.copy.StoreCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the data is. An option has precedence over the file. */
public final class StoreOptions {
  /**
   * Only the owner may read the directory: it contains the store, the log, and the data of a demo.
   */
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Read settings from this YAML file.")
  private @Nullable Path config;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Keep everything in this directory (default: data). Only serve, demo, restore, import, and user add or"
              + " invite with --create, create it.")
  private @Nullable Path data;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = {
        "Use PostgreSQL instead of SQLite:",
        "jdbc:postgresql://HOST/NAME?user=…&password=…"
      })
  private @Nullable String database;

  public Settings settings() {
    return settings(configuration(), to -> to);
  }

  /**
   * The settings with the options of this command, which have precedence. The directory is created
   * if it is missing.
   */
  public Settings settings(Configuration configuration, UnaryOperator<Settings> options) {
    Settings settings = settingsAsTheyAre(configuration, options);
    createDirectory(settings.store().data());
    checkAccess(settings.store());
    loadLibraries(settings.store());
    return settings;
  }

  /**
   * The settings for a command that needs a store. It creates none, because a mistyped directory
   * would look like an empty store.
   */
  private Settings settingsOfStore() {
    Settings settings = settingsAsTheyAre(configuration(), to -> to);
    StoreSettings place = settings.store();
    checkAccess(place);
    loadLibraries(place);
    if (place.database().isEmpty() && !Files.exists(place.sqliteFile())) {
      throw new ConfigFault(
          "there is no store in %s. Name its directory with --data or --config; latchkey serve creates a store"
              .formatted(place.data().toAbsolutePath()));
    }
    return settings;
  }

  private static void loadLibraries(StoreSettings place) {
    NativeLibraries.unpackTo(place.libraryDirectory());
    if (place.database().isEmpty()) {
      NativeLibraries.loadSqlite();
    }
  }

  /** The settings without creating anything. */
  public Settings settingsAsTheyAre(Configuration configuration, UnaryOperator<Settings> options) {
    Settings settings = options.apply(withOptions(configuration));
    refuseForeign(settings);
    return settings;
  }

  private static void refuseForeign(Settings settings) {
    ForeignFiles.refuseAsRoot(settings.store().data());
    ForeignFiles.refuseAsRoot(KeyFile.of(settings).path().toAbsolutePath().resolveSibling(""));
  }

  private Settings withOptions(Configuration configuration) {
    Settings settings = configuration.settings();
    Settings placed = data == null ? settings : settings.in(data);
    return database == null ? placed : placed.on(Optional.of(database));
  }

  /** The store that a command copies as a whole. */
  public StoreCopy.Place source() {
    return place(settingsOfStore());
  }

  /** Where a command creates a store from a copy. */
  public StoreCopy.Place target() {
    return place(settings());
  }

  private static StoreCopy.Place place(Settings settings) {
    return settings.store().database().isPresent()
        ? new StoreCopy.PostgresServer(settings.store().database().get())
        : new StoreCopy.SqliteFile(settings.store().sqliteFile());
  }

  /** The file of a store in SQLite. {@code otherwise}: what to use with PostgreSQL. */
  public Path sqliteSource(String otherwise) {
    return file(source(), otherwise);
  }

  public Path sqliteTarget(String otherwise) {
    return file(target(), otherwise);
  }

  private static Path file(StoreCopy.Place place, String otherwise) {
    return switch (place) {
      case StoreCopy.SqliteFile store -> store.path();
      case StoreCopy.PostgresServer _ ->
          throw new ConfigFault(
              "this command copies the file of SQLite. For PostgreSQL use " + otherwise);
    };
  }

  /** The configuration in the current version of the file. */
  public Configuration configuration() {
    return ConfigFile.load(Optional.ofNullable(config), System.getenv());
  }

  /**
   * Opens the store without a server, for one command on this machine. The command is recorded in
   * the audit log of the store, but nothing is printed to the terminal.
   */
  public Installation open() {
    return open(settingsOfStore());
  }

  /** The same, for the one command that sets up a store. */
  public Installation openOrCreate() {
    return open(settings());
  }

  private static Installation open(Settings settings) {
    return Installation.ofCommand(
        settings, new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory, OWNER_ONLY);
    } catch (IOException refused) {
      throw new ConfigFault(
          "cannot use "
              + directory
              + " as the data directory: it is not a directory that"
              + " this user can create or write. Name another one with --data",
          refused);
    }
  }

  private static void checkAccess(StoreSettings place) {
    checkAccess(place.data());
    checkAccess(place.sqliteFile());
  }

  /** A command that is run by another user than the service is a common mistake. */
  private static void checkAccess(Path file) {
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new ConfigFault(
          "cannot write to %s%s. Run this command as the user of the service, or name another directory with --data"
              .formatted(file, owner(file)));
    }
  }

  private static String owner(Path file) {
    try {
      return ", which belongs to " + Files.getOwner(file).getName();
    } catch (IOException unknown) {
      return "";
    }
  }
}
