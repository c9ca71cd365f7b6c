package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.SecondFactors;
import java.util.List;
import java.util.Optional;

/** Shows the page of one person, also as the answer to any of its forms that was refused. */
public final class PersonDetail {
  private final PersonPageGuard guard;
  private final Directory directory;
  private final SecondFactors factors;
  private final AuditRecords auditRecords;

  public PersonDetail(
      PersonPageGuard guard,
      Directory directory,
      SecondFactors factors,
      AuditRecords auditRecords) {
    this.guard = guard;
    this.directory = directory;
    this.factors = factors;
    this.auditRecords = auditRecords;
  }

  /** What the template shows. */
  public record View(PersonTab.Frame frame, SecondFactor factor, PersonFields fields) {}

  private static final int ENTRIES_READ = 20;

  Response show(PersonRequest at, Page page) {
    return show(at, page, PersonForm.of(at.person()), FormErrors.NONE);
  }

  /** Refuses the form with the person's details, and shows the details as they were entered. */
  Response refuse(PersonRequest at, PersonForm entered, FormErrors errors) {
    return show(at, at.request().page().withProblem("people.flawed"), entered, errors);
  }

  /** Refuses another form of the page, and shows the details as they are stored. */
  Response refuse(PersonRequest at, FormErrors errors) {
    Page page = at.request().page().withProblem("bulk.nothing-done");
    return show(at, page, PersonForm.of(at.person()), errors);
  }

  /**
   * Shows what is stored now, and not what was entered. Otherwise the administrator could send the
   * entered values again, and overwrite a change without having seen it.
   */
  Response conflict(PersonRequest at, String why) {
    return guard.toSee(current -> showCurrent(current, why)).answer(at.request());
  }

  /**
   * Shows the details as they were entered, beside those that another administrator has saved. They
   * may be the same, if the account was disabled or enabled.
   */
  Response conflict(PersonRequest at, PersonForm entered) {
    return guard.toSee(current -> showBoth(current, entered)).answer(at.request());
  }

  private Response showBoth(PersonRequest at, PersonForm entered) {
    Page page = at.request().page().withProblem("people.edit-conflict");
    PersonForm saved = PersonForm.of(at.person());
    var conflict = new EditConflict(lastChange(at), differences(page, saved, entered));
    PersonFields fields = fields(at, entered.at(saved.version()), FormErrors.of(409));
    return show(at, page, fields.with(conflict));
  }

  /** Who saved the current details. Other entries by or about the person may be in between. */
  private Optional<EditConflict.Saved> lastChange(PersonRequest at) {
    Id.User person = at.person().user().id();
    var changes = AuditSearch.of(person, AuditEvent.USER_CHANGE);
    return auditRecords.page(changes, ENTRIES_READ).entries().stream()
        .filter(ListedAuditEntry::isDone)
        .filter(line -> line.entry().aboutUser().equals(Optional.of(person)))
        .findFirst()
        .flatMap(line ->
            line.names()
                .actor()
                .map(by -> new EditConflict.Saved(by.name(), line.entry().moment().at())));
  }

  private static List<EditConflict.Difference> differences(
      Page page, PersonForm saved, PersonForm yours) {
    return List.of(
        EditConflict.Difference.of(page.say("people.name"), saved.name(), yours.name()),
        EditConflict.Difference.of(page.say("people.email"), saved.email(), yours.email()),
        EditConflict.Difference.of(
            page.say("people.role"),
            page.say("role." + saved.role()),
            page.say("role." + yours.role())),
        EditConflict.Difference.of(
            page.say("people.teams"), teams(page, saved), teams(page, yours)));
  }

  private static List<String> teams(Page page, PersonForm entered) {
    return entered.memberships().stream()
        .map(membership ->
            membership.administers()
                ? membership.team().name() + " · " + page.say("part.ADMINISTRATOR")
                : membership.team().name())
        .toList();
  }

  private Response showCurrent(PersonRequest at, String why) {
    Page page = at.request().page().withProblem(why);
    return show(at, page, PersonForm.of(at.person()), FormErrors.of(409));
  }

  private Response show(PersonRequest at, Page page, PersonForm entered, FormErrors errors) {
    return show(at, page, fields(at, entered, errors));
  }

  private PersonFields fields(PersonRequest at, PersonForm entered, FormErrors errors) {
    return PersonFields.of(entered, at.roles(), directory.teams(at.organization().id()), errors);
  }

  private Response show(PersonRequest at, Page page, PersonFields fields) {
    var view = new View(PersonTab.PROFILE.frame(at), factors.of(at.person().user().id()), fields);
    return page.show(fields.errors().status(), TEMPLATES.directoryPerson(page, view));
  }
}
