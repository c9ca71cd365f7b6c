package dev.latchkey.http.netty;

/** Tells what breaks on an event loop apart from what only ends a connection. */
final class LoopErrors {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private LoopErrors() {}

    /**
     * The library would log an {@link Error} and go on. It goes where it would go if it had ended
     * this thread. Anything else concerns one connection, which the caller closes.
     */
    static void report(Throwable cause) {
        if (cause instanceof Error broken) {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, broken);
        } else if (cause instanceof RuntimeException unexpected) {
            LOG.log(System.Logger.Level.DEBUG, "a connection broke", unexpected);
        }
    }

    /** The same for what is done again and again on a loop. */
    static void guard(Runnable round) {
        try {
            round.run();
        } catch (RuntimeException unexpected) {
            LOG.log(System.Logger.Level.ERROR, "unexpected", unexpected);
        } catch (Error broken) {
            report(broken);
        }
    }
}
