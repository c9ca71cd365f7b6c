package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;

/**
 * The browser of one person, together with the apps that act for this person. It authorizes,
 * exchanges, refreshes, revokes and checks. After each change it asks every node about the tokens.
 */
public final class UserWorkload implements Runnable {
  private static final int REPEATS = 3;

  private final NamedPerson person;
  private final Participants participants;
  private final Caller caller;
  private final Checking checking;
  private final Authorizing authorizing;

  public UserWorkload(NamedPerson person, Participants participants, Caller caller) {
    this.person = person;
    this.participants = participants;
    this.caller = caller;
    this.checking = new Checking(caller);
    this.authorizing = new Authorizing(person, participants, caller);
  }

  /** Performs one action, chosen at random. */
  @Override
  public void run() {
    int random = caller.random().nextInt(100);
    if (person.tokens().needsPairs() && random < 30) {
      authorize();
    } else if (random < 46) {
      person.tokens().pair(caller.random()).map(HeldPair::token).ifPresent(checking::anywhere);
    } else if (random < 58) {
      checking.anywhere(caller.oneOf(participants.machines()).any(caller.random()));
    } else if (random < 64) {
      person.tokens().endedPair(caller.random()).map(HeldPair::token).ifPresent(checking::anywhere);
    } else if (random < 80) {
      person.tokens().pair(caller.random()).ifPresent(this::refresh);
    } else if (random < 88) {
      person.tokens().pair(caller.random()).ifPresent(this::revoke);
    } else if (random < 90) {
      person.tokens().endedPair(caller.random()).ifPresent(this::revoke);
    } else if (random < 92) {
      person.tokens().endedPair(caller.random()).ifPresent(this::refresh);
    } else if (random < 94) {
      person.tokens().grant(caller.random()).ifPresent(this::exchange);
    } else if (random < 95) {
      endGrant();
    } else {
      authorize();
    }
  }

  private void authorize() {
    authorizing.consent().ifPresent(this::exchange);
  }

  /** Ends a grant. Its code is exchanged before or afterwards. */
  private void endGrant() {
    boolean isEarly = caller.chance(50);
    authorizing
        .endOne(grant -> {
          if (isEarly) {
            exchange(grant);
          }
        })
        .ifPresent(this::exchange);
    checking.some(person.tokens().pairs());
  }

  private void exchange(HeldGrant grant) {
    Node node = caller.node();
    Reply reply =
        caller.ask(node, new Requests(node.address()).exchange(grant.app(), grant.code()));
    if (reply.status() == 200) {
      var pair = HeldPair.of(participants.name(grant.name() + "."), grant.app(), reply.body());
      caller.note(Act.of(Kind.EXCHANGE, grant.name(), pair.name()), reply, Outcome.DONE);
      person.tokens().add(pair);
      checking.everywhere(pair.token());
    } else {
      noteRefusal(Act.of(Kind.EXCHANGE, grant.name()), reply);
    }
  }

  /**
   * Rotates a pair. A request without an answer is repeated with the same Idempotency-Key, at any
   * node.
   */
  private void refresh(HeldPair pair) {
    boolean isRepeatable = caller.chance(40);
    String key = isRepeatable ? participants.name("k") : "";
    Reply reply = refresh(pair, key);
    for (int i = 0; isRepeatable && i < REPEATS && (reply.isUnknown() || caller.chance(10)); i++) {
      reply = refresh(pair, key);
    }
  }

  private Reply refresh(HeldPair pair, String key) {
    Node node = caller.node();
    var requests = new Requests(node.address());
    Reply reply =
        caller.ask(
            node,
            key.isEmpty()
                ? requests.refresh(pair)
                : requests.refresh(pair, "Idempotency-Key: " + key));
    String[] keys = key.isEmpty() ? new String[0] : new String[] {Act.KEY + key};
    if (reply.status() == 200) {
      HeldPair next =
          pair.successor(reply.body(), () -> participants.name(pair.name().split("\\.")[0] + "."));
      String[] with =
          key.isEmpty() ? new String[] {next.name()} : new String[] {next.name(), Act.KEY + key};
      caller.note(Act.of(Kind.REFRESH, pair.name(), with), reply, Outcome.DONE);
      person.tokens().retire(pair);
      person.tokens().add(next);
      checking.everywhere(pair.token());
      checking.everywhere(next.token());
    } else {
      noteRefusal(Act.of(Kind.REFRESH, pair.name(), keys), reply);
      if (!reply.isUnknown()) {
        person.tokens().retire(pair);
      }
    }
    return reply;
  }

  private void revoke(HeldPair pair) {
    Node node = caller.node();
    Reply reply = caller.ask(node, new Requests(node.address()).revoke(pair));
    if (reply.status() == 200) {
      caller.note(Act.of(Kind.REVOKE, pair.name()), reply, Outcome.DONE);
      person.tokens().retire(pair);
      checking.everywhere(pair.token());
    } else if (reply.isUnknown()) {
      caller.note(Act.of(Kind.REVOKE, pair.name()), reply, Outcome.UNKNOWN);
    } else {
      caller.ignore(Act.of(Kind.REVOKE, pair.name()), reply);
      person.tokens().retire(pair);
    }
  }

  /**
   * Records a refusal. If the credential of an app was deleted, the app itself is refused, which
   * proves nothing about the token.
   */
  private void noteRefusal(Act act, Reply reply) {
    if (reply.isUnknown()) {
      caller.note(act, reply, Outcome.UNKNOWN);
    } else if (reply.status() == 400) {
      caller.note(act, reply, Outcome.REFUSED);
    } else {
      caller.ignore(act, reply);
    }
  }
}
