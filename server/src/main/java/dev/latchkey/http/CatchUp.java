package dev.latchkey.http;

/**
 * What stands between a request and an answer from memory: other writers of the store may have
 * changed what memory holds (decision 3.7).
 */
@FunctionalInterface
public interface CatchUp {
    /** Where this process is the store's only writer. */
    CatchUp NOT_NEEDED = (ready, failed) -> ready.run();

    /**
     * Never waits itself. Runs {@code ready} once everything that was committed when it was called
     * is known here, or {@code failed} if that cannot be found out; on any thread.
     */
    void then(Runnable ready, Runnable failed);
}
