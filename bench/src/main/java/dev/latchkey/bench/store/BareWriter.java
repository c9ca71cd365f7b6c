package dev.latchkey.bench.store;

import dev.latchkey.model.StorageFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * What SQLite itself can write: the rows that a move writes, a hundred moves a commit, as durably
 * as the product, and nothing else: no request, no look, no guard, no answer.
 */
public final class BareWriter {
    private static final int MOVES_A_COMMIT = 100;
    private static final int MOST_MOVES = 30_000;

    private final Home home;
    private final Derived derived;
    private final Derived fresh;
    private final Rows rows;

    public BareWriter(Home home, Derived derived) {
        this.home = home;
        this.derived = derived;
        this.fresh = new Derived(~derived.seed());
        this.rows = new Rows(home, fresh, "");
    }

    /** The moves that are compared. */
    public enum Move {
        EXCHANGE(
                "UPDATE codes SET spent_at = ?, kept_until = ? WHERE code_hash = ?",
                Batch.Kind.LIVE),
        REFRESH("UPDATE pairs SET rotated_at = ? WHERE refresh_hash = ?", Batch.Kind.SPARE),
        REVOKE("UPDATE grants SET ended_at = ? WHERE grant_id = ?", Batch.Kind.ENDED);

        private final String update;

        /** No two moves insert the same pair. */
        private final Batch.Kind fresh;

        Move(String update, Batch.Kind fresh) {
            this.update = update;
            this.fresh = fresh;
        }
    }

    /** Moves a second, on a store that no server has open. {@code stock} moves can be made. */
    public double perSecond(Path data, Move move, int stock, Duration limit) {
        List<List<@Nullable Object>> updates = updates(move, Math.min(stock, MOST_MOVES));
        try (Connection connection = connect(data.resolve(SqliteLoader.FILE));
                PreparedStatement update = connection.prepareStatement(move.update);
                PreparedStatement grant =
                        connection.prepareStatement(
                                "UPDATE grants SET exchanged_at = ? WHERE grant_id = ?");
                PreparedStatement pair = connection.prepareStatement(Rows.PAIRS.insert());
                PreparedStatement auditRecords = connection.prepareStatement(Rows.AUDIT.insert())) {
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            int done = 0;
            while (done < updates.size() && System.nanoTime() - start < limit.toNanos()) {
                execute(update, updates.get(done));
                if (move == Move.EXCHANGE) {
                    execute(grant, exchanged(done));
                }
                if (move != Move.REVOKE) {
                    execute(pair, rows.pair(move.fresh, done));
                }
                execute(auditRecords, rows.audit());
                if (++done % MOVES_A_COMMIT == 0) {
                    connection.commit();
                }
            }
            connection.commit();
            return done / ((System.nanoTime() - start) / 1e9);
        } catch (SQLException cause) {
            throw new StorageFault("the bare writer failed: " + cause.getMessage(), cause);
        }
    }

    private List<List<@Nullable Object>> updates(Move move, int count) {
        long at = home.at().toEpochMilli();
        var updates = new ArrayList<List<@Nullable Object>>(count);
        for (int i = 0; i < count; i++) {
            long spare = Batch.Kind.SPARE.number(i);
            long code = Batch.Kind.CODE.number(i);
            updates.add(
                    switch (move) {
                        case EXCHANGE -> List.of(at, at, derived.code(code).hash().bytes());
                        case REFRESH -> List.of(at, derived.refresh(spare).hash().bytes());
                        case REVOKE -> List.of(at, derived.grant(spare).value());
                    });
        }
        return updates;
    }

    private List<@Nullable Object> exchanged(int number) {
        long code = Batch.Kind.CODE.number(number);
        return List.of(home.at().toEpochMilli(), derived.grant(code).value());
    }

    private static void execute(PreparedStatement statement, List<@Nullable Object> values)
            throws SQLException {
        int place = 0;
        for (Object value : values) {
            statement.setObject(++place, value);
        }
        statement.executeUpdate();
    }

    private static Connection connect(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setGetGeneratedKeys(false);
        return config.createConnection("jdbc:sqlite:" + file);
    }
}
