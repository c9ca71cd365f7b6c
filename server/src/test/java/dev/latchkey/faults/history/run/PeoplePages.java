package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.harness.Http;
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

    void disable(Resident resident) {
        note(Act.of(Kind.DISABLE, resident.name()), send(resident, "/disable", Map.of()));
    }

    /** Returns false if the person may still be disabled. */
    boolean enable(Resident resident) {
        return note(Act.of(Kind.ENABLE, resident.name()), send(resident, "/enable", Map.of()));
    }

    void leaveTeam(Resident resident) {
        change(resident, Act.of(Kind.LEAVE, resident.membership()), Map.of());
    }

    /** Returns false if the person may still be outside the team. */
    boolean joinTeam(Resident resident) {
        return change(
                resident,
                Act.of(Kind.JOIN, resident.membership()),
                Map.of("team." + resident.person().team(), "MEMBER"));
    }

    private boolean change(Resident resident, Act act, Map<String, String> teams) {
        String page = session.get(caller.node(), PEOPLE + resident.person().id()).body();
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
                        resident.person().user().name(),
                        "email",
                        resident.person().email(),
                        "role",
                        resident.person().user().role().name());
        return note(act, send(resident, "", form));
    }

    private Reply send(Resident resident, String act, Map<String, String> fields) {
        return session.post(caller.node(), PEOPLE + resident.person().id() + act, fields);
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
