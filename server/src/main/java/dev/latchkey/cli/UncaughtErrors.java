package dev.latchkey.cli;

/**
 * What nothing has caught. A process in which a background thread has ended, or whose memory is
 * exhausted, would go on without what that thread does: it ends instead, with one line that says
 * why, and whatever started it may start it again.
 */
final class UncaughtErrors implements Thread.UncaughtExceptionHandler {
    /** EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;

    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private UncaughtErrors() {}

    static void endTheProcess() {
        Thread.setDefaultUncaughtExceptionHandler(new UncaughtErrors());
    }

    @Override
    public void uncaughtException(Thread thread, Throwable cause) {
        if (thread.isVirtual() && !(cause instanceof VirtualMachineError)) {
            // One request is lost, and nothing else.
            LOG.log(System.Logger.Level.ERROR, "a request broke", cause);
            return;
        }
        try {
            System.err.println(
                    "latchkey: the process ends, because its thread "
                            + thread.getName()
                            + " broke: "
                            + cause);
        } finally {
            // Also where there is no memory left for the line.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
