package dev.latchkey.fuzz.wire;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Sends several requests on one connection and checks the answers. */
final class Judge {
  private static final String SLOW = "slow answer";

  private static final long MOST_NANOS = 1_000_000_000;
  private static final List<String> INSIDE =
      List.of("dev.latchkey.", "io.netty", "java.", "Exception", "\tat ");

  /** A program for developers on a page. One of them is written in Java. */
  private static final Pattern PROGRAM = Pattern.compile("(?s)<pre .*?</pre>");

  /**
   * Paths at which a password is hashed. The server refuses such a request if it cannot hash the
   * password in time (docs/reference/configuration.md).
   */
  private static final Pattern HASHES =
      Pattern.compile(".*(sign-in|password|security|setup|delete).*");

  private final int port;
  private final Statistics statistics;

  Judge(int port, Statistics statistics) {
    this.port = port;
    this.statistics = statistics;
  }

  static boolean hashes(String path) {
    return HASHES.matcher(path).matches();
  }

  /** A rule that was broken, and the request that broke it. */
  record Problem(String what, Input input) {
    boolean isSlow() {
      return what.startsWith(SLOW);
    }

    /** Two problems of the same kind count as one. */
    String kind() {
      return what.lines().findFirst().orElse("").replaceAll("[0-9]{4,}", "N");
    }
  }

  /**
   * All requests except the last one must be framed. Otherwise it is unknown which answer belongs
   * to which request.
   */
  Optional<Problem> check(InetAddress from, List<Input> inputs) {
    Optional<Problem> slow = Optional.empty();
    List<Input> left = inputs;
    while (!left.isEmpty()) {
      PipelinedConnection.Received received = PipelinedConnection.send(from, port, left);
      List<Reply> replies =
          received.replies().stream().filter(reply -> !reply.isInterim()).toList();
      statistics.add(replies);
      Optional<Problem> problem = check(left, received.problem(), replies);
      if (problem.filter(found -> !found.isSlow()).isPresent()) {
        return problem;
      }
      slow = slow.or(() -> problem);
      if (replies.size() >= left.size()) {
        return slow;
      }
      Input next = left.get(replies.size());
      left = left.subList(replies.size(), left.size());
      boolean wasLast = !replies.isEmpty() && replies.getLast().isLast();
      if (!wasLast && inputs.size() == 1) {
        return next.isFramed() ? Optional.of(new Problem("no answer", next)) : slow;
      }
      // When a connection ends, answers that the client has not read yet may be lost.
      if (!wasLast) {
        Optional<Problem> alone = check(from, List.of(next));
        if (alone.filter(found -> !found.isSlow()).isPresent()) {
          return alone;
        }
        left = left.subList(1, left.size());
      }
    }
    return slow;
  }

  private static Optional<Problem> check(List<Input> inputs, String problem, List<Reply> replies) {
    Optional<Problem> slow = Optional.empty();
    for (int i = 0; i < replies.size(); i++) {
      Input input = inputs.get(Math.min(i, inputs.size() - 1));
      Optional<Problem> found = check(input, replies.get(i));
      if (found.filter(wrong -> !wrong.isSlow()).isPresent()) {
        return found;
      }
      slow = slow.or(() -> found);
    }
    Input last = inputs.get(Math.min(replies.size(), inputs.size() - 1));
    return problem.isEmpty() || mayMisreadAnswers(last)
        ? slow
        : Optional.of(new Problem(problem, last));
  }

  private static Optional<Problem> check(Input input, Reply reply) {
    if (reply.status() >= 500 && !(reply.status() == 503 && hashes(input.path()))) {
      return Optional.of(new Problem("status " + reply.status(), input));
    }
    boolean isOurs = reply.status() != 101 && !reply.head().contains("\r\nX-Service: ");
    if (isOurs && !reply.head().contains("\r\nX-Content-Type-Options: nosniff\r\n")) {
      return Optional.of(new Problem("an answer without nosniff", input));
    }
    if (isOurs
        && !reply.head().contains("text/css")
        && INSIDE.stream().anyMatch(PROGRAM.matcher(reply.body()).replaceAll("")::contains)) {
      return Optional.of(new Problem("an answer that reveals internals of the program", input));
    }
    if (reply.nanos() > MOST_NANOS) {
      return Optional.of(new Problem(SLOW + ": " + reply.nanos() / 1_000_000 + " ms", input));
    }
    return Optional.empty();
  }

  /** A HEAD request inside another request: the length of its answer is unknown. */
  private static boolean mayMisreadAnswers(Input input) {
    return !input.isFramed() && input.text().contains("HEAD");
  }
}
