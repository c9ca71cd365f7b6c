package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Node;
import dev.latchkey.faults.history.run.Reply;
import java.util.Map;

/**
 * Devices without a browser. A person decides about the request of each, sometimes twice at the
 * same time. Afterwards the device asks for its tokens, also from several nodes at the same time.
 */
public final class Devices implements Runnable, AutoCloseable {
  private final NamedPerson person;
  private final Participants participants;
  private final Caller caller;
  private final Caller second;
  private final Session session;
  private final Session secondSession;

  public Devices(NamedPerson person, Participants participants, Caller caller) {
    this.person = person;
    this.participants = participants;
    this.caller = caller;
    this.second = caller.newCaller();
    this.session = new Session(person.account(), person.name(), caller, participants);
    this.secondSession = new Session(person.account(), person.name(), second, participants);
  }

  /** A request: the name of the grant that it may become, its app, and its two codes. */
  private record Request(String grant, HeldApp app, String deviceCode, String userCode) {}

  @Override
  public void run() {
    if (!session.isOpen() || !secondSession.isOpen()) {
      return;
    }
    HeldApp app = caller.oneOf(participants.apps()).get();
    Node node = caller.node();
    Reply begun = caller.ask(node, new Requests(node.address()).device(app));
    if (begun.status() != 200) {
      caller.ignore(Act.of(Kind.CONSENT, "device"), begun);
      return;
    }
    var request =
        new Request(
            participants.name("g"),
            app,
            Texts.json(begun.body(), "device_code"),
            Texts.json(begun.body(), "user_code"));
    boolean isTwice = caller.chance(30);
    InParallel.run(
        () -> decide(request, caller.chance(80), session, caller),
        () -> {
          if (isTwice) {
            decide(request, second.chance(50), secondSession, second);
          }
        });
    InParallel.run(() -> poll(request, caller), () -> poll(request, second));
  }

  private void decide(Request request, boolean isApproved, Session by, Caller from) {
    Node node = from.node();
    Reply page = by.post(node, "/device", Map.of("user_code", request.userCode));
    String team = Texts.hidden(page.body(), "team_id");
    if (page.status() != 200 || team.isEmpty()) {
      return;
    }
    Map<String, String> form =
        Map.of(
            "user_code",
            Texts.hidden(page.body(), "user_code"),
            "shown",
            Texts.hidden(page.body(), "shown"),
            "team_id",
            team,
            "decision",
            isApproved ? "approve" : "deny");
    String signedIn = by.name();
    Reply reply = by.post(from.node(), "/device", form);
    Act act =
        isApproved
            ? Act.of(Kind.CONSENT, request.grant, signedIn, request.app.name(), person.membership())
            : Act.of(Kind.DENY, request.grant);
    from.note(
        act,
        reply,
        reply.location().contains("decided=")
            ? Outcome.DONE
            : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
  }

  /** A device that asks too often is told to wait, which proves nothing. */
  private void poll(Request request, Caller from) {
    Node node = from.node();
    Reply reply =
        from.ask(node, new Requests(node.address()).poll(request.app, request.deviceCode));
    if (reply.status() == 200) {
      String name = participants.name(request.grant + ".");
      var pair = HeldPair.of(name, request.app, reply.body());
      from.note(Act.of(Kind.EXCHANGE, request.grant, name), reply, Outcome.DONE);
      person.tokens().add(pair);
      new Checking(from).everywhere(pair.token());
    } else if (reply.isUnknown()) {
      from.note(Act.of(Kind.EXCHANGE, request.grant), reply, Outcome.UNKNOWN);
    } else if (reply.body().contains("slow_down")) {
      from.ignore(Act.of(Kind.EXCHANGE, request.grant), reply);
    } else if (reply.status() == 400) {
      from.note(Act.of(Kind.EXCHANGE, request.grant), reply, Outcome.REFUSED);
    }
  }

  @Override
  public void close() {
    second.close();
  }
}
