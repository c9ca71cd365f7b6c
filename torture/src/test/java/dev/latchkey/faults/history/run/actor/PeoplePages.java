package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Reply;
import dev.latchkey.harness.wire.Http;
import java.util.Map;

/** The actions of an administrator on the pages about people. */
final class PeoplePages {
  private static final String PEOPLE = "/organization/people/";

  private final Session session;
  private final Caller caller;

  PeoplePages(Session session, Caller caller) {
    this.session = session;
    this.caller = caller;
  }

  void disable(NamedPerson person) {
    String version = version(person);
    if (!version.isEmpty()) {
      Map<String, String> form = Map.of("version", version);
      note(Act.of(Kind.DISABLE, person.name()), send(person, "/disable", form));
    }
  }

  /** Returns false if the person may still be disabled. */
  boolean enable(NamedPerson person) {
    return note(Act.of(Kind.ENABLE, person.name()), send(person, "/enable", Map.of()));
  }

  void leaveTeam(NamedPerson person) {
    change(person, Act.of(Kind.LEAVE, person.membership()), Map.of());
  }

  /** Returns false if the person may still be outside the team. */
  boolean joinTeam(NamedPerson person) {
    return change(
        person,
        Act.of(Kind.JOIN, person.membership()),
        Map.of("team." + person.account().team(), "MEMBER"));
  }

  private boolean change(NamedPerson person, Act act, Map<String, String> teams) {
    String version = version(person);
    if (version.isEmpty()) {
      return false;
    }
    Map<String, String> form =
        Http.fields(
            teams,
            "version",
            version,
            "name",
            person.account().user().name(),
            "email",
            person.account().email(),
            "role",
            person.account().user().role().name());
    return note(act, send(person, "", form));
  }

  /** The version of the person that a page shows now; empty if no page was shown. */
  private String version(NamedPerson person) {
    String page = session.get(caller.node(), PEOPLE + person.account().id()).body();
    return Texts.hidden(page, "version");
  }

  private Reply send(NamedPerson person, String act, Map<String, String> fields) {
    return session.post(caller.node(), PEOPLE + person.account().id() + act, fields);
  }

  private boolean note(Act act, Reply reply) {
    boolean isDone = reply.status() == 303 && !reply.isSentToSignIn();
    caller.note(
        act, reply, isDone ? Outcome.DONE : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
    return !reply.isUnknown();
  }
}
