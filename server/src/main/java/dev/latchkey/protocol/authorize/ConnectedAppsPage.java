package dev.latchkey.protocol.authorize;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.BulkResult;
import dev.latchkey.console.table.Selection;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.issued.EndChildToken;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.people.EndAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * My account, Connected apps: the apps that a person has allowed, each consent by itself (decision
 * 1.14), and how to revoke one or several.
 */
public record ConnectedAppsPage(
    ActiveGrants grants,
    EndAccess endAccess,
    ActiveChildTokens children,
    EndChildToken endChildToken,
    Catalogue catalogue) {
  private static final String PATH = Section.CONNECTED_APPS.path();

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, PATH, this::list),
        pageGuard.signedIn(Effect.READ, PATH + "/end", this::ask),
        pageGuard.signedIn(Effect.CHANGE, PATH + "/end", this::endChosen),
        pageGuard.signedIn(Effect.READ, PATH + "/{grant_id}/end", this::askAboutOne),
        pageGuard.signedIn(Effect.CHANGE, PATH + "/{grant_id}/end", this::end),
        pageGuard.signedIn(Effect.READ, PATH + "/child", this::askAboutChild),
        pageGuard.signedIn(Effect.CHANGE, PATH + "/child", this::endChild));
  }

  private Response list(PageRequest request) {
    Page page = BulkAct.notice(request);
    return show(request, notice(request).map(page::withNotice).orElse(page), 200);
  }

  private static Optional<String> notice(PageRequest request) {
    if (request.query().value("child-ended").isPresent()) {
      return Optional.of("children.ended");
    }
    return request.query().value("ended").map(yes -> "apps.ended");
  }

  private Response show(PageRequest request, Page page, int status) {
    TableQuery<ActiveGrants.Column> query =
        TableQuery.of(PATH, request.query(), ActiveGrants.Column.values());
    var search = new ActiveGrants.Search(new SearchText(query.search()), query.page());
    TableRows<ActiveGrants.Grant> found =
        grants.find(request.user().id(), search, request.moment());
    var table = Table.searched(query, found, page);
    ActiveChildTokens.Newest newest = children.of(whose(request), request.moment());
    return page.show(status, TEMPLATES.authorizeConnectedApps(page, table, catalogue, newest));
  }

  /**
   * Ends a grant. For another person's grant the answer is the same as for an unknown one; only the
   * audit log tells the difference.
   */
  private Response end(PageRequest request) {
    var grant = new Id.Grant(request.segment("grant_id"));
    return switch (end(request, grant)) {
      case EndAccess.Written _ -> request.seeOther(PATH + "?ended=yes");
      case NotManaged _ -> request.notFound("apps.unknown");
    };
  }

  private EndAccess.Outcome end(PageRequest request, Id.Grant grant) {
    return endAccess.by(request.actor(), request.user().id(), new AccessRemoval.What.App(grant));
  }

  private Response askAboutOne(PageRequest request) {
    var grant = new Id.Grant(request.segment("grant_id"));
    return ask(request, List.of(grant), PATH + "/" + grant.value() + "/end");
  }

  /** Asks before the access of an app, or of several apps, is ended. */
  private Response ask(PageRequest request) {
    Optional<Id.Client> app = request.query().value("app").flatMap(Id.CLIENT::parse);
    if (app.isPresent()) {
      return ask(request, ofApp(request, app.get()), PATH + "/end");
    }
    Selection<Id.Grant> selection = Selection.of(request.query(), "grant", Id.GRANT::parse);
    if (selection.problem().isPresent()) {
      Page page = request.page().withProblem(selection.problem().get());
      return show(request, page, 400);
    }
    return ask(request, selection.chosen(), PATH + "/end");
  }

  private Response ask(PageRequest request, List<Id.Grant> chosen, String action) {
    List<ActiveGrants.Grant> found = grants.chosen(chosen, request.user().id(), request.moment());
    return found.isEmpty()
        ? request.notFound("apps.unknown")
        : request
            .page()
            .show(200, TEMPLATES.authorizeConnectedAppsEnd(request.page(), found, action));
  }

  /** As many grants of the app as one form can end. */
  private List<Id.Grant> ofApp(PageRequest request, Id.Client app) {
    var search =
        new ActiveGrants.Search(
            new SearchText(app.value()),
            TablePage.first(ActiveGrants.Column.LAST_USE, TableQuery.SIZES.getLast()));
    return grants.find(request.user().id(), search, request.moment()).rows().stream()
        .filter(grant -> grant.client().equals(app))
        .map(ActiveGrants.Grant::id)
        .toList();
  }

  private Response endChosen(PageRequest request) {
    Selection<Id.Grant> selection = Selection.of(request.form(), "grant", Id.GRANT::parse);
    if (selection.problem().isPresent()) {
      Page page = request.page().withProblem(selection.problem().get());
      return show(request, page, 400);
    }
    Map<Id.Grant, String> names =
        grants.chosen(selection.chosen(), request.user().id(), request.moment()).stream()
            .collect(Collectors.toMap(ActiveGrants.Grant::id, ActiveGrants.Grant::app));
    String gone = request.page().say("bulk.gone");
    Function<Id.Grant, String> name = grant -> names.getOrDefault(grant, gone);
    BulkResult result =
        BulkResult.of(selection.chosen(), name, grant -> whyNot(end(request, grant)));
    var origin = new BulkAct.Origin(Section.CONNECTED_APPS, PATH);
    return BulkAct.END_ACCESS_OF_APPS.answer(request, origin, result);
  }

  private static Optional<String> whyNot(EndAccess.Outcome ended) {
    return ended == EndAccess.Written.ENDED
        ? Optional.empty()
        : Optional.of("bulk.reason.ENDED_BEFORE");
  }

  /** Asks before a child token is ended. The app keeps its own token. */
  private Response askAboutChild(PageRequest request) {
    return child(request.query())
        .flatMap(token -> children.find(token, whose(request), request.moment()))
        .map(found ->
            request
                .page()
                .show(200, TEMPLATES.authorizeConnectedAppsEndChild(request.page(), found)))
        .orElseGet(() -> nothingToEnd(request));
  }

  private Response endChild(PageRequest request) {
    return child(request.form())
        .map(token -> endChildToken.by(request.actor(), token, whose(request)))
        .filter(EndChildToken.Outcome.ENDED::equals)
        .map(ended -> request.seeOther(PATH + "?child-ended=yes"))
        .orElseGet(() -> nothingToEnd(request));
  }

  private Response nothingToEnd(PageRequest request) {
    return show(request, request.page().withProblem("children.nothing"), 409);
  }

  private static Optional<SecretHash> child(Form form) {
    return form.value("token").flatMap(SecretHash::parse);
  }

  private static ActiveChildTokens.Whose whose(PageRequest request) {
    return new ActiveChildTokens.Whose.OfPerson(request.user().id());
  }
}
