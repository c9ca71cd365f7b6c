package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.harness.Http;
import java.util.Map;

/** What an administrator does to people on their pages. */
final class PeoplePages {
    private static final String PEOPLE = "/organization/people/";

    private final Session session;
    private final Caller caller;

    PeoplePages(Session session, Caller caller) {
        this.session = session;
        this.caller = caller;
    }

    void disable(Resident whom) {
        note(Act.of(Kind.DISABLE, whom.name()), send(whom, "/disable", Map.of()));
    }

    /** False where it may not have come to that. */
    boolean enable(Resident whom) {
        return note(Act.of(Kind.ENABLE, whom.name()), send(whom, "/enable", Map.of()));
    }

    void leaveTeam(Resident whom) {
        change(whom, Act.of(Kind.LEAVE, whom.membership()), Map.of());
    }

    /** False where it may not have come to that. */
    boolean joinTeam(Resident whom) {
        return change(
                whom,
                Act.of(Kind.JOIN, whom.membership()),
                Map.of("team." + whom.person().team(), "MEMBER"));
    }

    private boolean change(Resident whom, Act act, Map<String, String> teams) {
        String page = session.get(caller.node(), PEOPLE + whom.person().id()).body();
        String version = Texts.hidden(page, "version");
        if (version.isEmpty()) {
            return false;
        }
        Map<String, String> form =
                Http.fields(
                        teams,
                        "version",
                        version,
                        "name",
                        whom.person().user().name(),
                        "email",
                        whom.person().email(),
                        "role",
                        whom.person().user().role().name());
        return note(act, send(whom, "", form));
    }

    private Reply send(Resident whom, String act, Map<String, String> fields) {
        return session.post(caller.node(), PEOPLE + whom.person().id() + act, fields);
    }

    private boolean note(Act act, Reply reply) {
        boolean isDone = reply.status() == 303 && !reply.isSentToSignIn();
        caller.note(
                act,
                reply,
                isDone ? Outcome.DONE : reply.isUnknown() ? Outcome.UNKNOWN : Outcome.REFUSED);
        return !reply.isUnknown();
    }
}
