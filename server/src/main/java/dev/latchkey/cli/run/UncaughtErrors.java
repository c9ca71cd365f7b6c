package dev.latchkey.cli.run;

/**
 * Handles errors that no other code has caught. If a background thread ends or the memory is
 * exhausted, the process could only continue without the work of that thread. Therefore the process
 * ends with one line that gives the reason, and the service manager can start it again.
 */
public final class UncaughtErrors implements Thread.UncaughtExceptionHandler {
  /** EX_SOFTWARE of sysexits.h. */
  static final int EXIT_CODE = 70;

  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private UncaughtErrors() {}

  public static void endTheProcess() {
    Thread.setDefaultUncaughtExceptionHandler(new UncaughtErrors());
  }

  @Override
  public void uncaughtException(Thread thread, Throwable cause) {
    if (thread.isVirtual() && !(cause instanceof VirtualMachineError)) {
      // Only this one request is lost.
      LOG.log(System.Logger.Level.ERROR, "a request failed", cause);
      return;
    }
    try {
      System.err.println(
          "latchkey: the process ends, because its thread "
              + thread.getName()
              + " failed: "
              + cause);
    } finally {
      // This also runs if there is no memory left for the line.
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
