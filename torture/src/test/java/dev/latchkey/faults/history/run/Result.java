package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.Violation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a phase without its history, which needs much memory.
 *
 * @param anyNode for each strike, the longest time without a successful operation of a kind on any
 *     node
 * @param struckNode for each repair, the time until the first success on the node that had been
 *     struck
 */
record Result(
    String fault,
    Counts counts,
    List<Violation> violations,
    Map<Kind, Times> anyNode,
    Map<Kind, Times> struckNode) {

  /** The kinds of operations whose failure a client notices. */
  static final List<Kind> MEASURED =
      List.of(Kind.CHECK, Kind.REFRESH, Kind.REVOKE, Kind.EXCHANGE, Kind.CONSENT);

  record Counts(int strikes, long operations, long unknown) {}

  static Result of(String fault, Phase.Judged judged) {
    var service = new Service(judged.operations());
    var anyNode = new EnumMap<Kind, Times>(Kind.class);
    var struckNode = new EnumMap<Kind, Times>(Kind.class);
    for (Kind kind : MEASURED) {
      anyNode.put(kind, service.withoutSuccess(kind, judged.strikes()));
      struckNode.put(kind, service.onStruckNodes(kind, judged.strikes()));
    }
    long unknown =
        judged.operations().stream().filter(each -> each.outcome() == Outcome.UNKNOWN).count();
    return new Result(
        fault,
        new Counts(judged.strikes().size(), judged.operations().size(), unknown),
        judged.violations(),
        anyNode,
        struckNode);
  }
}
