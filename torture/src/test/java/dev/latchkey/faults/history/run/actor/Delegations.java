package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;

/**
 * The programs that hold the tokens of one person, or organization tokens. They obtain child tokens
 * and revoke them, and strangers report tokens as leaked.
 */
public final class Delegations implements Runnable {
  private final NamedPerson person;
  private final Participants participants;
  private final Caller caller;
  private final Checking checking;

  public Delegations(NamedPerson person, Participants participants, Caller caller) {
    this.person = person;
    this.participants = participants;
    this.caller = caller;
    this.checking = new Checking(caller);
  }

  @Override
  public void run() {
    int random = caller.random().nextInt(100);
    if (random < 30) {
      person.tokens().pair(caller.random()).map(HeldPair::token).ifPresent(this::delegate);
    } else if (random < 40) {
      delegate(caller.oneOf(participants.machines()).any(caller.random()));
    } else if (random < 85) {
      person.tokens().pair(caller.random()).map(HeldPair::token).ifPresent(checking::anywhere);
    } else if (random < 95) {
      person.tokens().pair(caller.random()).ifPresent(this::revokeChild);
    } else if (random < 98) {
      person.tokens().pair(caller.random()).ifPresent(this::leak);
    } else {
      reportLeak(caller.oneOf(participants.machines()).any(caller.random()));
    }
  }

  /** Obtains a child token from a token, and sometimes another one from the child token. */
  private void delegate(HeldToken parent) {
    Node node = caller.node();
    Reply reply = caller.ask(node, new Requests(node.address()).child(parent));
    if (reply.status() == 200) {
      String name = participants.name("c");
      var child = new HeldToken(name, Texts.json(reply.body(), "access_token"));
      caller.note(Act.of(Kind.CHILD, parent.name(), name), reply, Outcome.DONE);
      parent.add(child);
      if (caller.chance(30)) {
        delegate(child);
      }
      checking.everywhere(child);
    } else if (reply.body().contains("subject_token is not valid")) {
      caller.note(Act.of(Kind.CHILD, parent.name()), reply, Outcome.REFUSED);
    } else {
      caller.ignore(Act.of(Kind.CHILD, parent.name()), reply);
    }
  }

  private void revokeChild(HeldPair pair) {
    for (HeldToken child : pair.token().children()) {
      Node node = caller.node();
      Reply reply = caller.ask(node, new Requests(node.address()).revoke(child, pair.app()));
      noteEnd(Act.of(Kind.REVOKE, child.name()), reply);
      checking.everywhere(pair.token());
      return;
    }
  }

  private void leak(HeldPair pair) {
    reportLeak(
        pair.token().children().isEmpty() || caller.chance(50)
            ? pair.token()
            : caller.oneOf(pair.token().children()));
  }

  private void reportLeak(HeldToken token) {
    Node node = caller.node();
    Reply reply = caller.ask(node, new Requests(node.address()).reportLeak(token));
    noteEnd(Act.of(Kind.LEAK, token.name()), reply);
    checking.everywhere(token);
  }

  private void noteEnd(Act act, Reply reply) {
    if (reply.status() == 200 || reply.isUnknown()) {
      caller.note(act, reply, reply.status() == 200 ? Outcome.DONE : Outcome.UNKNOWN);
    } else {
      caller.ignore(act, reply);
    }
  }
}
