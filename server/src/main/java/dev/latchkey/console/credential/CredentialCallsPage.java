package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.call.CallList;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import java.util.List;
import java.util.function.Function;

/** The calls of one credential: the newest of them, one of them, and a file of all. */
public record CredentialCallsPage(CredentialScope section, CallList list) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        route(pageGuard, "/newer", at -> list.newer(asked(at))),
        export(pageGuard, LogFormat.CSV),
        export(pageGuard, LogFormat.JSON_LINES),
        route(pageGuard, "/{request_id}", this::showOne));
  }

  private Route export(PageGuard pageGuard, LogFormat format) {
    return route(pageGuard, format.path(), at -> list.export(asked(at), format));
  }

  private Route route(
      PageGuard pageGuard,
      String below,
      Function<CredentialRequest<Credential>, Response> handler) {
    return section.page(
        pageGuard,
        Effect.READ,
        "/{client_id}" + CredentialTab.CALLS.path() + below,
        section.withCredential(
            Credential.class, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, handler::apply));
  }

  /** A request for the calls of a credential. */
  static CallList.Asked asked(CredentialRequest<? extends Credential> at) {
    return new CallList.Asked(
        at.request(),
        at.href(CredentialTab.CALLS),
        new CallSearch.Of.Credential(at.credential().clientId()));
  }

  private Response showOne(CredentialRequest<Credential> at) {
    Page page = at.request().page().withScript(Page.LOCAL_TIME);
    return list.find(asked(at), at.request().segment("request_id"))
        .map(row ->
            page.show(200, TEMPLATES.credentialCall(page, row, at.credential(), section.section())))
        .orElseGet(() -> at.request().notFound("calls.unknown"));
  }
}
