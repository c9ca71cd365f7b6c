package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.ConfigFile;
import dev.latchkey.config.Configuration;
import dev.latchkey.config.KeyFile;
import dev.latchkey.config.Settings;
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
final class StoreOptions {
    /**
     * Only the owner may read the directory: it contains the store, the log, and the data of a
     * demo.
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
                    "Keep everything in this directory (default: data). It is created if it is missing.")
    private @Nullable Path data;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = {
                "Use PostgreSQL instead of SQLite:",
                "jdbc:postgresql://HOST/NAME?user=…&password=…"
            })
    private @Nullable String database;

    Settings settings() {
        return settings(configuration(), to -> to);
    }

    /** The settings with the options of this command, which have precedence. */
    Settings settings(Configuration configuration, UnaryOperator<Settings> options) {
        Settings settings = options.apply(withOptions(configuration));
        refuseForeign(settings);
        createDirectory(settings.store().data());
        NativeLibraries.unpackTo(settings.store().libraryDirectory());
        if (settings.store().database().isEmpty()) {
            NativeLibraries.loadSqlite();
        }
        return settings;
    }

    /** The settings without creating anything. */
    Settings settingsAsTheyAre() {
        Settings settings = withOptions(configuration());
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

    /** Where the store is, for a command that copies it as a whole. */
    StoreCopy.Place place() {
        Settings settings = settings();
        return settings.store().database().isPresent()
                ? new StoreCopy.PostgresServer(settings.store().database().get())
                : new StoreCopy.SqliteFile(settings.store().sqliteFile());
    }

    /** The file of a store in SQLite. {@code otherwise}: what to use with PostgreSQL. */
    Path sqliteFile(String otherwise) {
        return switch (place()) {
            case StoreCopy.SqliteFile store -> store.path();
            case StoreCopy.PostgresServer server ->
                    throw new ConfigFault(
                            "this command copies the file of SQLite. For PostgreSQL use "
                                    + otherwise);
        };
    }

    /** The configuration in the current version of the file. */
    Configuration configuration() {
        return ConfigFile.load(Optional.ofNullable(config), System.getenv());
    }

    /**
     * Opens the store without a server, for one command on this machine. The command is recorded in
     * the audit log of the store, but nothing is printed to the terminal.
     */
    Installation open() {
        return Installation.open(
                settings(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
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
        checkAccess(directory);
        checkAccess(directory.resolve("latchkey.db"));
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
