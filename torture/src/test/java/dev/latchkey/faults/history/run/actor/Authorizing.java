package dev.latchkey.faults.history.run.actor;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import dev.latchkey.faults.history.run.Caller;
import dev.latchkey.faults.history.run.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A person at the consent page and at the page of connected apps (contract 4.1, rule 6.2). */
final class Authorizing {
  private static final Pattern GRANT = Pattern.compile("<strong id=\"([^\"]+)\">([^<]+)</strong>");

  private static final int ROWS = 100;

  private final NamedPerson person;
  private final Participants participants;
  private final Caller caller;
  private final Session session;

  Authorizing(NamedPerson person, Participants participants, Caller caller) {
    this.person = person;
    this.participants = participants;
    this.caller = caller;
    this.session = new Session(person.account(), person.name(), caller, participants);
  }

  /** Consents to an app. Returns the grant with its code, or empty if no code was issued. */
  Optional<HeldGrant> consent() {
    return session.isOpen()
        ? open(participants.app(caller)).flatMap(this::approve)
        : Optional.empty();
  }

  /** The consent page of an app, as it is open in the browser. */
  record Page(HeldApp app, String session, Map<String, String> fields) {}

  Optional<Page> open(HeldApp app) {
    Reply sent =
        session.get(
            caller.node(),
            "/oauth2/authorize?response_type=code&client_id=" + app.clientId() + app.challenge());
    if (sent.isSentToSignIn()) {
      session.forget();
    }
    if (!sent.location().contains("/consent")) {
      return Optional.empty();
    }
    Reply page = session.get(caller.node(), path(sent.location()));
    String team = Texts.hidden(page.body(), "team_id");
    if (page.status() != 200 || team.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Page(
            app,
            session.name(),
            Map.of(
                "decision",
                "approve",
                "team_id",
                team,
                "request",
                Texts.hidden(page.body(), "request"),
                "shown",
                Texts.hidden(page.body(), "shown"))));
  }

  Optional<HeldGrant> approve(Page page) {
    String name = participants.name("g");
    Reply reply = session.post(caller.node(), "/consent", page.fields());
    String code = Texts.parameter(reply.location(), "code");
    if (code.isEmpty()) {
      return Optional.empty();
    }
    caller.note(
        Act.of(Kind.CONSENT, name, page.session(), page.app().name(), person.membership()),
        reply,
        Outcome.DONE);
    var grant = new HeldGrant(name, code, page.app());
    person.tokens().add(grant);
    return Optional.of(grant);
  }

  /**
   * Consents, and then ends the new grant on the page of connected apps. The page does not show
   * which consent a grant comes from. If it lists several new grants of this app, no grant is
   * ended.
   *
   * @param first is called with the grant before the grant is ended
   */
  Optional<HeldGrant> endOne(Consumer<HeldGrant> first) {
    HeldApp app = participants.app(caller);
    Optional<Set<String>> before = session.isOpen() ? grants(app) : Optional.empty();
    Optional<HeldGrant> grant =
        before.isPresent() ? open(app).flatMap(this::approve) : Optional.empty();
    Set<String> fresh = grant.map(opened -> fresh(app, before)).orElse(Set.of());
    if (fresh.size() != 1 || !fresh.equals(fresh(app, before))) {
      return Optional.empty();
    }
    first.accept(grant.get());
    String path = "/account/apps/" + fresh.iterator().next() + "/end";
    Reply reply = session.post(caller.node(), path, Map.of());
    boolean isDone = reply.status() == 303 && !reply.isSentToSignIn();
    if (isDone || reply.isUnknown()) {
      caller.note(
          Act.of(Kind.END_GRANT, grant.get().name()),
          reply,
          isDone ? Outcome.DONE : Outcome.UNKNOWN);
    }
    return grant;
  }

  /**
   * The ids of the grants that the person's page of connected apps lists for an app. A page that is
   * full proves nothing, because it may lack some.
   */
  private Optional<Set<String>> grants(HeldApp app) {
    Reply page = session.get(caller.node(), "/account/apps?size=" + ROWS);
    List<MatchResult> rows = GRANT.matcher(page.body()).results().toList();
    return page.status() == 200 && rows.size() < ROWS
        ? Optional.of(
            rows.stream()
                .filter(found -> found.group(2).equals(app.title()))
                .map(found -> found.group(1))
                .collect(Collectors.toSet()))
        : Optional.empty();
  }

  /**
   * The grants that the page lists now, and did not list before. While another grant is created, a
   * page may lack one of its rows.
   */
  private Set<String> fresh(HeldApp app, Optional<Set<String>> before) {
    return grants(app).orElse(Set.of()).stream()
        .filter(each -> !before.orElse(Set.of()).contains(each))
        .collect(Collectors.toSet());
  }

  private static String path(String location) {
    return location.startsWith("http")
        ? location.substring(location.indexOf('/', "https://".length()))
        : location;
  }
}
