package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.ConfigFile;
import dev.latchkey.config.Settings;
import dev.latchkey.gateway.RouteTable;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the data are; a flag outranks the file. */
final class StoreOptions {
    /** What lies in there is for its owner alone: the store, the log, the note of a demo. */
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
                    "Keep everything in this directory (default: ./data). It is made if it is missing.")
    private @Nullable Path data;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "Use PostgreSQL instead of SQLite: jdbc:postgresql://HOST/NAME?user=…&password=…")
    private @Nullable String database;

    Settings settings() {
        Settings settings =
                file().with(to -> {
                    to.data = Optional.ofNullable(data).orElse(to.data);
                    to.database = Optional.ofNullable(database).or(() -> to.database);
                });
        makeDirectory(settings.data());
        return settings;
    }

    /** The route table as the file has it at this moment. */
    RouteTable routes() {
        return file().routes();
    }

    private Settings file() {
        return config == null ? ConfigFile.defaults() : ConfigFile.read(config);
    }

    /**
     * The store without a server, for one act at the machine itself; the trail keeps it, the
     * terminal stays quiet.
     */
    Installation open() {
        return Installation.open(
                settings(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    private static void makeDirectory(Path directory) {
        try {
            Files.createDirectories(directory, OWNER_ONLY);
        } catch (IOException refused) {
            throw new ConfigFault(
                    "cannot use "
                            + directory
                            + " as the data directory: it is not a directory that"
                            + " can be made or written",
                    refused);
        }
        if (!Files.isWritable(directory)) {
            throw new ConfigFault("cannot write to the data directory " + directory);
        }
    }
}
