package dev.latchkey.bench.store;

import dev.latchkey.model.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Counts the contents of a store while a server has it open. */
public record StoreStatistics(Path data, Optional<String> database) {
    public long bytes() {
        try {
            return database.isPresent()
                    ? number("SELECT pg_database_size(current_database())")
                    : fileBytes();
        } catch (IOException cause) {
            throw new StorageFault("cannot tell how large the store is", cause);
        }
    }

    /** How many pairs the purge may delete. */
    public long expiredPairs(Instant now) {
        return number(
                "SELECT count(*) FROM pairs WHERE refresh_expires_at <= " + now.toEpochMilli());
    }

    private long number(String query) {
        String url = database.orElseGet(() -> "jdbc:sqlite:" + data.resolve(SqliteLoader.FILE));
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException cause) {
            throw new StorageFault("cannot count what is in the store", cause);
        }
    }

    /** The size of the file and of the other files that SQLite writes next to it. */
    private long fileBytes() throws IOException {
        long bytes = 0;
        for (String suffix : List.of("", "-wal", "-shm")) {
            Path file = data.resolve(SqliteLoader.FILE + suffix);
            bytes += Files.exists(file) ? Files.size(file) : 0;
        }
        return bytes;
    }
}
