package dev.latchkey.console.directory;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.EndAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.people.AccessRemoval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request about one person. {@link PersonPageGuard} has checked that it comes from an
 * administrator of that person's organization. {@code section} is where the organization's people
 * are managed.
 */
public record PersonRequest(
    SectionRequest request, Section section, Organization organization, ManagedUser person) {
  /** The administrator. */
  User by() {
    return request.user();
  }

  RequestMoment moment() {
    return request.moment();
  }

  /** The address of the person's page. */
  public String href() {
    return section.path() + "/" + person.user().id().value();
  }

  public boolean isOneself() {
    return person.user().id().equals(by().id());
  }

  /** Whether this administrator may change the person. */
  public boolean mayChange() {
    return Rights.mayManage(by(), person.user(), organization);
  }

  /** Why this administrator may not change the person: a key of the message bundles. */
  public String whyNot() {
    return isOneself()
        ? "people.own"
        : by().role().isAuditor() ? "auditor.reads-only" : "people.above";
  }

  /**
   * The roles to choose from. They include the role that the person already has, because that role
   * may always stay.
   */
  List<User.Role> roles() {
    List<User.Role> grantable = Rights.grantable(by(), organization);
    return Stream.concat(grantable.stream(), Stream.of(person.user().role())).distinct().toList();
  }

  /** The layout of a page about the person, with the notice about the act that was just done. */
  public Page page() {
    return BulkAct.notice(request);
  }

  /** Whether the person is still as the form that was sent has shown them. */
  boolean isAsShown() {
    return PersonForm.version(request.form()) == person.version();
  }

  /** Ends access of the person. Returns why it was not ended, as a key of the message bundles. */
  Optional<String> end(EndAccess endAccess, AccessRemoval.What what) {
    return switch (endAccess.by(request.actor(), person.user().id(), what)) {
      case EndAccess.Written.ENDED -> Optional.empty();
      case EndAccess.Written.ENDED_BEFORE -> Optional.of("bulk.reason.ENDED_BEFORE");
      case EndAccess.Written.EDIT_CONFLICT -> Optional.of("bulk.reason.EDIT_CONFLICT");
      case NotManaged _ -> Optional.of(whyNot());
    };
  }

  /** Redirects to the person's page, which says what was done. */
  Response done(String what) {
    return request.seeOther(href() + "?done=" + what);
  }
}
