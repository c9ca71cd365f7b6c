package dev.latchkey.storage.database;

import dev.latchkey.model.RequestMoment;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** One SQL text, two databases. Neither method answers before what it tells is on disk. */
public interface Database extends AutoCloseable {
    /** Reads what is committed at this moment, never an older state. */
    <T> T read(Move<T> query);

    /**
     * Does all of a move or none of it; when it returns, the move is durable. For work beside
     * requests and for lines of the audit trail; what a request asks for goes through {@link #at}.
     */
    default <T> T write(Move<T> move) {
        return write(WriteSpace.ORDINARY, move);
    }

    /** The same, also when the store is so full that only {@code room} is left. */
    <T> T write(WriteSpace room, Move<T> move);

    /** A move that may take minutes, as a change of the schema does: nothing breaks it off. */
    <T> T writeHoweverLong(Move<T> move);

    /** A write for a request. */
    default RequestWrites at(RequestMoment now) {
        return new RequestWrites(this, now, List.of(), false, WriteSpace.ORDINARY);
    }

    Dialect dialect();

    /** How many may look tokens up at the same time; the others gather meanwhile. */
    int lanes();

    /** From now on, tells of every row that checks read and that is touched, by whomever. */
    ChangeVersions watch();

    /**
     * Calls {@code ready} as soon as memory knows of every commit that was done when this was
     * called, by any process: what memory tells from then on is no older than the call (decision
     * 3.7). Never waits, so an event loop may call it. Where memory always knows, {@code ready} is
     * called at once by the calling thread; otherwise another thread calls one of the two, which
     * have to hand over whatever takes longer. {@code failed} is called where the store cannot be
     * asked, or too many wait.
     */
    void whenCaughtUp(Runnable ready, Runnable failed);

    /**
     * Of what was told of touched rows, takes some away that everybody has had time to see; how
     * many rows went.
     */
    int forgetTouched(Instant now, int most);

    /** Now and then: keeps room on the disk for what must go on when it is full. */
    void keepReserve();

    @Override
    void close();

    @FunctionalInterface
    interface Move<T> {
        T on(Sql sql) throws SQLException;
    }

    /** The few words the two spell differently. */
    enum Dialect {
        SQLITE(
                "WITHOUT ROWID",
                "INTEGER PRIMARY KEY AUTOINCREMENT",
                """
                SELECT page_count * page_size
                FROM pragma_page_count(), pragma_page_size()
                """),
        POSTGRESQL(
                "",
                "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                "SELECT pg_database_size(current_database())");

        private final String clustered;
        private final String serial;
        private final String size;

        Dialect(String clustered, String serial, String size) {
            this.clustered = clustered;
            this.serial = serial;
            this.size = size;
        }

        /** Asks how many bytes the whole store takes. */
        public String size() {
            return size;
        }

        String spell(String schema) {
            return schema.replace("{clustered}", clustered).replace("{serial}", serial);
        }
    }
}
