package dev.latchkey.model.process;

/** How much of the Java heap one structure may fill, whatever size is configured for it. */
public enum HeapShare {
  TOKEN_CACHE(2),

  /**
   * What clients make the server hold. The other parts of the heap are for the token cache, for
   * garbage, and for the work itself.
   */
  CLIENTS(4),

  /** The list of recent changes, by which cached values are checked. */
  CHANGES(32);

  private static final long MEGABYTE = 1_048_576;

  private final int divisor;

  HeapShare(int divisor) {
    this.divisor = divisor;
  }

  /** The size that is used if this one is configured. */
  public long bytes(int megabytes) {
    return Math.min(megabytes * MEGABYTE, mostBytes());
  }

  public long mostMegabytes() {
    return mostBytes() / MEGABYTE;
  }

  public long mostBytes() {
    return Runtime.getRuntime().maxMemory() / divisor;
  }
}
