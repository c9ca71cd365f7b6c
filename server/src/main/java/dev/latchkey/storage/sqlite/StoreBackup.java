package dev.latchkey.storage.sqlite;

import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.Database.Dialect;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.database.Sql;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A copy of a store in SQLite as one file, and its way back. The copy is one state of the store,
 * also while a server writes. It gets its name only after it was checked and is on disk.
 */
public final class StoreBackup {
    /** The files of a store: the store, its log and the memory that processes share. */
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");

    private final Path store;

    public StoreBackup(Path store) {
        this.store = store;
    }

    public void writeTo(Path file) {
        if (Files.notExists(store)) {
            throw new StorageFault("there is no store at " + store);
        }
        if (Files.exists(file)) {
            throw new StorageFault(file + " exists already: name a new file");
        }
        replace(
                file,
                draft -> {
                    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                            var copy = connection.prepareStatement("VACUUM INTO ?")) {
                        copy.setString(1, draft.toString());
                        copy.execute();
                    }
                });
    }

    /**
     * Replaces the store by a backup. Returns where the store before is kept, if there was one. No
     * server may run.
     */
    public Optional<Path> readFrom(Path file) {
        if (Files.notExists(file)) {
            throw new StorageFault("there is no file " + file);
        }
        Optional<Path> kept = Files.exists(store) ? Optional.of(free()) : Optional.empty();
        DirectoryLock.whileAlone(
                store.toAbsolutePath().resolveSibling(""), () -> replaceBy(file, kept));
        return kept;
    }

    private void replaceBy(Path file, Optional<Path> kept) {
        replace(
                store,
                draft -> {
                    Files.copy(file, draft, StandardCopyOption.REPLACE_EXISTING);
                    Files.setPosixFilePermissions(draft, OWNER_ONLY);
                    check(draft);
                    if (kept.isPresent()) {
                        move(kept.get());
                    }
                });
    }

    /** A name that no replaced store has. */
    private Path free() {
        int number = 1;
        while (Files.exists(replaced(number))) {
            number++;
        }
        return replaced(number);
    }

    private Path replaced(int number) {
        return beside(store, ".replaced-" + number);
    }

    /** The log belongs to the store, so both get a new name. */
    private void move(Path kept) throws IOException {
        for (String part : PARTS) {
            if (Files.exists(beside(store, part))) {
                Files.move(beside(store, part), beside(kept, part));
            }
        }
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    @FunctionalInterface
    private interface Fill {
        void write(Path draft) throws SQLException, IOException;
    }

    private static void replace(Path file, Fill fill) {
        Path draft = beside(file, ".part");
        try {
            Files.deleteIfExists(draft);
            Files.createFile(draft, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            try {
                fill.write(draft);
                check(draft);
                try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (SQLException | IOException cause) {
            throw new StorageFault("the copy failed: " + cause.getMessage(), cause);
        }
    }

    private static void check(Path copy) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                var sql = new Sql(connection, Dialect.SQLITE)) {
            String found =
                    sql.one("PRAGMA integrity_check", row -> row.text("integrity_check"))
                            .orElse("nothing");
            if (!found.equals("ok")) {
                throw new StorageFault("the copy is damaged: " + found);
            }
            int version = Schema.versionOf(sql);
            if (version != Schema.VERSION) {
                throw new StorageFault(
                        "the copy is at schema version %d, and this program needs %d"
                                .formatted(version, Schema.VERSION));
            }
        }
    }
}
