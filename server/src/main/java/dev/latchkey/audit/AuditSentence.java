package dev.latchkey.audit;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of the audit log in one sentence. It consists of parts, some of which are links. Names
 * are put into the sentence after its text has been composed, so a name cannot change the text.
 */
public record AuditSentence(List<Part> parts) {
  /** A place for a name. Names cannot contain control characters. */
  private static final Pattern PLACE = Pattern.compile("\u0001(\\d)");

  /** {@code href}: the page of what is named; empty if the reader may not open it. */
  public record Part(String text, Optional<String> href) {}

  public static AuditSentence of(Page page, ListedAuditEntry line) {
    AuditNames names = line.namesThen();
    List<Part> named =
        List.of(
            actor(page, line),
            names
                .about()
                .map(about -> person(page, about))
                .orElseGet(() -> plain(page.say("audit.unknown-person"))),
            names
                .credential()
                .map(app -> credential(page, app))
                .orElseGet(() -> plain(page.say("audit.unknown-credential"))),
            plain(names.organization().orElse("")),
            plain(names.team().orElse("")),
            plain(refusedPerson(line)));
    return new AuditSentence(fill(text(page, line), named));
  }

  private static String text(Page page, ListedAuditEntry line) {
    AuditEvent event = line.entry().event();
    AuditOutcome outcome = line.entry().outcome();
    if (outcome == AuditOutcome.OK) {
      return said(page, isOwnAccount(line) ? "audit.own-account" : "done." + event);
    }
    if (outcome.isDone()) {
      return said(page, "outcome." + outcome);
    }
    String why = said(page, "outcome." + outcome);
    String what = namesCredential(line) ? said(page, "audit.refused-credential") : "";
    if (event == AuditEvent.RIGHT_REFUSED) {
      return page.say("audit.refused-right", "\u00010", why, what);
    }
    String who = refusedPerson(line).isEmpty() ? "" : said(page, "audit.refused-person");
    return page.say("audit.refused", page.say("event." + event), who, why, what);
  }

  /**
   * Whether a person got an account without anyone who added them: by the setup link, or at the
   * first sign-in at another service.
   */
  private static boolean isOwnAccount(ListedAuditEntry line) {
    AuditEntry entry = line.entry();
    return entry.event() == AuditEvent.USER_CREATE
        && entry.aboutUser().filter(entry.actor()::equals).isPresent();
  }

  /** The text of the key, with a mark in the place of each name. */
  private static String said(Page page, String key) {
    return page.say(key, "\u00010", "\u00011", "\u00012", "\u00013", "\u00014", "\u00015");
  }

  /** A virtual administrator has the name of its credential. */
  private static boolean namesCredential(ListedAuditEntry line) {
    return line.names().credential().isPresent()
        && !(line.names().actor().orElse(null) instanceof AuditNames.App);
  }

  /** Who was refused something: the actor, or whom it was about. */
  private static String refusedPerson(ListedAuditEntry line) {
    AuditNames names = line.namesThen();
    return names
        .actor()
        .map(AuditNames.Named::name)
        .or(() -> names.about().map(AuditNames.Person::name))
        .orElse("");
  }

  /**
   * The e-mail address beside the sentence, because two people may have the same name: of who
   * acted, or of who was refused something. A virtual administrator has none.
   */
  public static String email(ListedAuditEntry line) {
    AuditNames names = line.names();
    return names.actor().isEmpty() && !line.isDone() ? names.aboutEmail() : names.actorEmail();
  }

  static Part actor(Page page, ListedAuditEntry line) {
    return switch (line.namesThen().actor().orElse(null)) {
      case AuditNames.Person person -> person(page, person);
      case AuditNames.App machine -> machine(page, machine);
      case null ->
          plain(
              page.say(
                  switch (line.entry().actor()) {
                    case RecordedActor.Unnamed.OPERATOR -> "audit.operator";
                    case RecordedActor.Unnamed.SERVER -> "audit.server";
                    case RecordedActor.Unnamed.UNKNOWN -> unknown(line);
                    case Id.User person -> "audit.unknown-person";
                    case Id.VirtualAdministrator machine -> "audit.unknown-credential";
                  }));
    };
  }

  /**
   * Earlier versions recorded no person for what the setup link created. Nobody else creates
   * organizations and teams without having signed in.
   */
  private static String unknown(ListedAuditEntry line) {
    return switch (line.entry().event()) {
      case ORGANIZATION_CREATE, TEAM_CREATE -> "audit.setup-link";
      default -> "audit.unknown-person";
    };
  }

  /** A virtual administrator, by the name of its credential. */
  private static Part machine(Page page, AuditNames.App app) {
    return new Part(page.say("audit.machine", app.name()), credential(page, app).href());
  }

  private static List<Part> fill(String text, List<Part> named) {
    var parts = new ArrayList<Part>();
    Matcher places = PLACE.matcher(text);
    int end = 0;
    for (MatchResult place : places.results().toList()) {
      parts.add(plain(text.substring(end, place.start())));
      parts.add(named.get(Integer.parseInt(place.group(1))));
      end = place.end();
    }
    parts.add(plain(text.substring(end)));
    return parts.stream().filter(part -> !part.text().isEmpty()).toList();
  }

  static Part plain(String text) {
    return new Part(text, Optional.empty());
  }

  static Part person(Page page, AuditNames.Person person) {
    return new Part(
        person.name(),
        page.user()
            .filter(reader ->
                Rights.allow(reader, Rights.Act.SEE_PEOPLE_OF_ORGANIZATION, person.home()))
            .map(reader ->
                Section.peopleOf(person.home().kind()).path() + "/" + person.id().value()));
  }

  static Part credential(Page page, AuditNames.App app) {
    return new Part(
        app.name(),
        page.user()
            .filter(reader -> !app.isDeleted())
            .flatMap(reader -> sectionOf(reader, app))
            .map(section -> section.path() + "/" + app.id().value()));
  }

  /** The section in which the reader may see the credential. */
  private static Optional<Section> sectionOf(User reader, AuditNames.App app) {
    if (Rights.allow(reader, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, app.home())) {
      return Optional.of(Section.credentialsOf(app.home().kind()));
    }
    return app.isPersonal() && app.owner().equals(reader.id())
        ? Optional.of(Section.MY_ACCOUNT)
        : Optional.empty();
  }
}
