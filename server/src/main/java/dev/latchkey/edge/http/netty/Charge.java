package dev.latchkey.edge.http.netty;

/** What one object holds for a client, on the account of its connection. */
final class Charge {
  private final ClientAccount account;
  private long bytes;

  Charge(ClientAccount account) {
    this.account = account;
  }

  /** The object holds this many bytes now. */
  void set(long now) {
    if (now != bytes) {
      long more = now - bytes;
      bytes = now;
      account.add(more);
    }
  }
}
