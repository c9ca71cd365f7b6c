package dev.latchkey.audit;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.audit.AuditFilter.Field;
import dev.latchkey.audit.AuditSentence.Part;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.ListedAuditEntry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All that is known of one entry of the audit log, as its page shows it. */
public record AuditEntryParts(Page page, ListedAuditEntry line) {
  /**
   * Who or what the entry names. {@code today}: the name today, if it is another one. {@code
   * email}: empty for what is not a person.
   */
  public record Named(
      String label, Part then, Optional<String> today, String email, Optional<String> id) {}

  /** A link to this entry, or to the others of the same kind. */
  public record Link(String label, String href) {}

  /** The address of the page of an entry; empty if the reader may not see it in the audit log. */
  public static Optional<String> href(Page page, ListedAuditEntry line) {
    return page.user()
        .filter(reader -> page.sections().contains(Section.AUDIT))
        .filter(reader ->
            reader.role().isOfPlatform()
                || line.entry().organization().equals(Optional.of(reader.organization())))
        .map(reader -> HERE + "/" + line.number());
  }

  private static final String HERE = Section.AUDIT.path();

  public AuditEntry entry() {
    return line.entry();
  }

  public List<Named> named() {
    AuditNames then = line.namesThen();
    AuditNames today = line.names();
    return Stream.of(
            Optional.of(
                new Named(
                    "audit.who",
                    AuditSentence.actor(page, line),
                    today.actor().map(AuditNames.Named::name).filter(other(then.actorName())),
                    today.actorEmail(),
                    entry().actor().subject().map(Id::value))),
            then.about()
                .map(person ->
                    new Named(
                        "audit.about",
                        AuditSentence.person(page, person),
                        today.about().map(AuditNames.Person::name).filter(other(person.name())),
                        person.email(),
                        Optional.of(person.id().value()))),
            then.credential()
                .map(app ->
                    new Named(
                        "audit.field.APP",
                        AuditSentence.credential(page, app),
                        today.credential().map(AuditNames.App::name).filter(other(app.name())),
                        "",
                        Optional.of(app.id().value()))),
            then.team().map(name -> place("audit.team", name, today.team(), entry().team())),
            then.organization()
                .map(name ->
                    place(
                        "audit.filter.ORGANIZATION",
                        name,
                        today.organization(),
                        entry().organization())))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Named place(
      String label, String then, Optional<String> today, Optional<? extends Id> id) {
    return new Named(
        label, AuditSentence.plain(then), today.filter(other(then)), "", id.map(Id::value));
  }

  private static Predicate<String> other(String then) {
    return today -> !today.equals(then);
  }

  /** The reason of a refusal in words; empty if the event happened. */
  public Optional<String> reason() {
    return Optional.of(entry().outcome())
        .filter(outcome -> !outcome.isDone())
        .map(outcome -> page.say("outcome." + outcome));
  }

  public List<ChangedField> changes() {
    return ChangedField.of(page, entry());
  }

  /** The entry as the API answers it. */
  public String json() {
    return ViewJson.of(AuditEntryView.of(line)).toPrettyString();
  }

  public List<Link> links() {
    AuditNames names = line.names();
    return Stream.of(
            href(page, line).map(own -> new Link("audit.link", own)),
            link("audit.all.ACTOR", Field.ACTOR, names.actorEmail()),
            link("audit.all.OBJECT", Field.OBJECT, names.aboutEmail()),
            link("audit.all.APP", Field.OBJECT, entry().client().map(Id::value).orElse("")),
            link("audit.all.ADDRESS", Field.ADDRESS, entry().moment().address()),
            link("audit.all.REQUEST", Field.REQUEST, entry().moment().requestId().orElse("")))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Link> link(String label, Field field, String value) {
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Link(
                label,
                "%s?%s=%s"
                    .formatted(
                        HERE, field.code(), URLEncoder.encode(value, StandardCharsets.UTF_8))));
  }
}
