package dev.latchkey.storage.sqlite;

import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Commits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * Commits by a process that only visits the store, such as {@code user disable} beside a running
 * server: numbered in a few bytes of memory that all processes share, so that a server that keeps
 * answers knows of a visit before its commit is done. As with SQLite's own shared memory, all of
 * them are on one machine.
 */
public final class OtherWriters implements Commits, ChangeVersions.Others {
    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
    private static final long BEGUN = 0;
    private static final long ENDED = ValueLayout.JAVA_LONG.byteSize();
    private static final long BYTES = ENDED + ValueLayout.JAVA_LONG.byteSize();

    private final MemorySegment shared;

    private OtherWriters(MemorySegment shared) {
        this.shared = shared;
    }

    public static OtherWriters open(Path file) {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return new OtherWriters(channel.map(MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
        } catch (IOException cause) {
            throw new StorageFault("cannot open " + file + ": " + cause.getMessage(), cause);
        }
    }

    /**
     * Called with the store's write lock in hand, so that visits are numbered in the order of their
     * commits. One that was killed on the way is ended by the next.
     */
    @Override
    public void during(Step commit) throws SQLException {
        long number = begin();
        try {
            commit.take();
        } finally {
            end(number);
        }
    }

    public long begin() {
        return (long) NUMBER.getAndAdd(shared, BEGUN, 1L) + 1;
    }

    private void end(long number) {
        long ended = (long) NUMBER.getVolatile(shared, ENDED);
        while (ended < number && !NUMBER.compareAndSet(shared, ENDED, ended, number)) {
            ended = (long) NUMBER.getVolatile(shared, ENDED);
        }
    }

    /** The server commits what others do not, and marks its own commits. */
    @Override
    public void catchUp() {
        // Nothing is left to mark.
    }

    /** The number of the last one, which may be under way. */
    @Override
    public long latest() {
        return (long) NUMBER.getVolatile(shared, BEGUN);
    }

    /** The number of the last one, if none is under way. */
    @Override
    public OptionalLong quiet() {
        long ended = (long) NUMBER.getVolatile(shared, ENDED);
        return ended == latest() ? OptionalLong.of(ended) : OptionalLong.empty();
    }
}
