package dev.latchkey.edge.http;

/** Learns how the answer to one request ended, for a record of that request. It never waits. */
@FunctionalInterface
public interface AnswerNote {
  AnswerNote NONE = ended -> {};

  void ended(Ended ended);

  /**
   * An answer has been sent, or its connection is gone.
   *
   * @param head of the request, with its id and its trace if it has them
   * @param status 0 if no answer was begun
   * @param nanos since the head of the request had arrived
   * @param bytes of the body that were sent
   */
  record Ended(Incoming head, int status, long nanos, long bytes) {}
}
