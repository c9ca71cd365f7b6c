package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;
import java.util.List;

/** Asks nodes whether tokens are active, by introspection or with a call through the gateway. */
public final class Checking {
  private static final int LARGEST_SAMPLE = 4;

  private final Caller caller;

  public Checking(Caller caller) {
    this.caller = caller;
  }

  /** Checks a token, or one of its child tokens. */
  void anywhere(HeldToken token) {
    List<HeldToken> children = token.children();
    boolean isChild = !children.isEmpty() && caller.chance(30);
    check(caller.node(), isChild ? caller.oneOf(children) : token);
  }

  /**
   * Asks every usable node. It is called right after an operation: from then on, no node may answer
   * as if the operation had not happened. What ends a token also ends its child tokens.
   */
  public void everywhere(HeldToken token) {
    for (Node node : caller.nodes()) {
      if (caller.isUsable(node)) {
        check(node, token);
      }
    }
    token.children().forEach(this::everywhere);
  }

  /** Checks some of the pairs. */
  void some(List<HeldPair> pairs) {
    if (!pairs.isEmpty()) {
      int first = caller.random().nextInt(pairs.size());
      for (int i = 0; i < Math.min(LARGEST_SAMPLE, pairs.size()); i++) {
        everywhere(pairs.get((first + i) % pairs.size()).token());
      }
    }
  }

  private void check(Node node, HeldToken token) {
    var requests = new Requests(node.address());
    boolean byGateway = caller.chance(30);
    Reply reply =
        caller.ask(
            node, byGateway ? requests.call(token.text()) : requests.introspect(token.text()));
    Outcome outcome =
        switch (reply.status()) {
          case 200 ->
              byGateway || reply.body().contains("\"active\":true")
                  ? Outcome.DONE
                  : Outcome.REFUSED;
          case 401 -> Outcome.REFUSED;
          default -> Outcome.UNKNOWN;
        };
    Kind kind = byGateway ? Kind.CALL : Kind.CHECK;
    caller.note(Act.of(kind, token.name()), reply, outcome);
  }
}
