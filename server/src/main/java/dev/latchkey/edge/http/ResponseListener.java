package dev.latchkey.edge.http;

/** Learns of every answer of a server, for monitoring. The methods never wait. */
public interface ResponseListener {
  ResponseListener NONE =
      new ResponseListener() {
        @Override
        public void answered(String path, int status) {
          // These answers are not counted.
        }

        @Override
        public boolean isTiming() {
          return false;
        }

        @Override
        public void sent(Sent answer) {
          // These answers are not timed.
        }
      };

  /** An answer was decided. {@code path} is the pattern of its route, or {@code none}. */
  void answered(String path, int status);

  /** Whether response times are recorded. */
  boolean isTiming();

  /** An answer was handed to its connection completely. */
  void sent(Sent answer);

  /**
   * {@code path}: the pattern of the route, or {@code none}. {@code nanos}: the time since the head
   * of the request had arrived.
   */
  record Sent(String path, Incoming head, int status, long nanos) {}

  /** Tells both of every answer. */
  default ResponseListener and(ResponseListener other) {
    ResponseListener first = this;
    return new ResponseListener() {
      @Override
      public void answered(String path, int status) {
        first.answered(path, status);
        other.answered(path, status);
      }

      @Override
      public boolean isTiming() {
        return first.isTiming() || other.isTiming();
      }

      @Override
      public void sent(Sent answer) {
        first.sent(answer);
        other.sent(answer);
      }
    };
  }
}
