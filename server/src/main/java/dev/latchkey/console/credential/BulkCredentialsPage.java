package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.BulkResult;
import dev.latchkey.console.table.Selection;
import dev.latchkey.credential.DeleteCredential;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Deletes several credentials of an organization. A page says what stops working, and asks once.
 * Then each credential is deleted by a write of its own, as if it were deleted on its own page.
 */
public record BulkCredentialsPage(
    OrganizationCredentials section,
    CredentialListPage list,
    DeleteCredential deleteCredential,
    CredentialFacts facts) {
  private static final Rights.Act DELETE = Rights.Act.DELETE_CREDENTIAL_OF_ORGANIZATION;

  /** What the page shows that asks. */
  public record View(
      Section section,
      Organization organization,
      List<CredentialFacts.Facts> rows,
      FormErrors errors) {

    public String list() {
      return listOf(section, organization);
    }
  }

  private static String listOf(Section section, Organization organization) {
    return section.path() + "?organization=" + organization.id().value();
  }

  /** These routes must come before the routes with a credential's id in their path. */
  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard guard = section.sectionGuard();
    var all = new ArrayList<Route>();
    all.add(pageGuard.in(guard, Effect.ASK, "/delete", guarded(DELETE, this::ask)));
    all.add(pageGuard.in(guard, Effect.SENSITIVE, "/delete", guarded(DELETE, this::delete)));
    for (CredentialExport format : CredentialExport.values()) {
      var export = guarded(Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, at -> export(at, format));
      all.add(pageGuard.in(guard, Effect.READ, "/export" + format.extension(), export));
    }
    return all;
  }

  private SectionGuard.Handler guarded(Rights.Act act, SectionGuard.OrganizationHandler handler) {
    return section.sectionGuard().withOrganization(act, handler);
  }

  private Response export(OrganizationRequest at, CredentialExport format) {
    Selection<Id.Client> chosen = chosen(at.request().query());
    if (chosen.problem().isPresent()) {
      return list.refuse(at, chosen.problem().get());
    }
    List<Credential> found =
        find(at, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, chosen).values().stream().toList();
    return format.answer(facts.of(found, at.request().moment()));
  }

  private Response ask(OrganizationRequest at) {
    return ask(at, chosen(at.request().query()), FormErrors.NONE);
  }

  private Response ask(OrganizationRequest at, Selection<Id.Client> chosen, FormErrors errors) {
    if (chosen.problem().isPresent()) {
      return list.refuse(at, chosen.problem().get());
    }
    List<Credential> found = List.copyOf(find(at, DELETE, chosen).values());
    if (found.isEmpty()) {
      return list.refuse(at, "credential.unknown");
    }
    var view =
        new View(
            section.section(), at.organization(), facts.of(found, at.request().moment()), errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("credential.not-deleted");
    return shown.show(errors.status(), TEMPLATES.credentialBulkDelete(shown, view));
  }

  private Response delete(OrganizationRequest at) {
    Selection<Id.Client> chosen = chosen(at.request().form());
    if (chosen.problem().isPresent()) {
      return list.refuse(at, chosen.problem().get());
    }
    Optional<FormErrors> errors =
        countErrors(at, chosen).or(() -> at.request().passwordErrors("delete.password"));
    if (errors.isPresent()) {
      return ask(at, chosen, errors.get());
    }
    Map<Id.Client, Credential> found = find(at, DELETE, chosen);
    String gone = at.request().page().say("bulk.gone");
    BulkResult result =
        BulkResult.of(
            chosen.chosen(),
            client -> Optional.ofNullable(found.get(client)).map(Credential::name).orElse(gone),
            client -> delete(at, Optional.ofNullable(found.get(client))));
    var origin =
        new BulkAct.Origin(section.section(), listOf(section.section(), at.organization()));
    return BulkAct.DELETE_CREDENTIALS.answer(at.request(), origin, result);
  }

  /** The person types how many credentials are deleted, instead of the name of each. */
  private static Optional<FormErrors> countErrors(
      OrganizationRequest at, Selection<Id.Client> chosen) {
    String typed = at.request().form().value("total").orElse("").strip();
    return typed.equals(String.valueOf(chosen.chosen().size()))
        ? Optional.empty()
        : Optional.of(FormErrors.of(400, "delete.total", "flaw.total-typed"));
  }

  /** Deletes one credential. Returns why nothing was done; empty if it was done. */
  private Optional<String> delete(OrganizationRequest at, Optional<Credential> credential) {
    if (credential.isEmpty()) {
      return Optional.of("credential.unknown");
    }
    return switch (deleteCredential.by(at.request().actor(), credential.get())) {
      case DELETED -> Optional.empty();
      case DELETED_BEFORE, OWNER_CHANGED -> Optional.of("bulk.reason.CREDENTIAL_CHANGED");
      case NOT_FOUND -> Optional.of("credential.unknown");
    };
  }

  /** The credentials of this organization among those that were chosen. */
  private Map<Id.Client, Credential> find(
      OrganizationRequest at, Rights.Act act, Selection<Id.Client> chosen) {
    Id.Organization here = at.organization().id();
    return chosen.chosen().stream()
        .flatMap(client -> section.find(at.request(), act, client).stream())
        .filter(credential -> credential.organization().equals(here))
        .collect(
            Collectors.toMap(
                Credential::clientId,
                credential -> credential,
                (first, second) -> first,
                LinkedHashMap::new));
  }

  private static Selection<Id.Client> chosen(Form form) {
    return Selection.of(form, "client", Id.CLIENT::parse);
  }
}
