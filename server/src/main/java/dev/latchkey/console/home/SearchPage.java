package dev.latchkey.console.home;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Context;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.SearchText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The search of the side bar and of the palette. It finds the pages and what else the person may
 * see, by part of a name, an e-mail address, an owner or a client identifier.
 */
public record SearchPage(Directory directory, OwnHits own, ManagedHits managed) {
  private static final String PATH = "/search";

  /** A search, the groups in which something was found, and from which context it was sent. */
  public record View(String text, List<HitGroup> groups, Context context) {}

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.signedIn(Effect.READ, PATH, this::show));
  }

  private Response show(PageRequest request) {
    String text = TableQuery.of(PATH, request.query(), UserLists.Column.values()).search();
    Page page = request.page();
    List<HitGroup> found = text.isEmpty() ? List.of() : groups(page, request, new SearchText(text));
    List<HitGroup> groups =
        Stream.concat(Stream.of(Destinations.find(page, text)), found.stream())
            .filter(group -> !group.hits().isEmpty())
            .toList();
    return page.show(
        200, TEMPLATES.homeSearch(page, new View(text, groups, context(page, request))));
  }

  private static Context context(Page page, PageRequest request) {
    List<Context> entered = page.navigation().contexts();
    return TableQuery.chosen(request.query(), "in", Context.values())
        .filter(entered::contains)
        .orElseGet(() -> page.navigation().context(null));
  }

  private List<HitGroup> groups(Page page, PageRequest request, SearchText text) {
    User user = request.user();
    Optional<Organization> home = directory.find(user.organization());
    return Stream.concat(
            own.find(page, user, text, request.moment()),
            home.stream()
                .flatMap(where ->
                    managed.find(
                        page, new ManagedHits.Reader(user, where), text, request.moment())))
        .toList();
  }
}
