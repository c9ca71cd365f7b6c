package dev.latchkey.console.table;

import dev.latchkey.console.page.LocalPath;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.people.view.SaveView;
import dev.latchkey.people.view.ViewActs;
import dev.latchkey.storage.people.SavedViews;
import java.util.List;
import java.util.Optional;

/** Saves, removes and chooses the views of lists, and gives a list those that it shows. */
public record ViewsPage(SavedViews views, ViewActs acts) {
  private static final String PATH = "/views";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.CHANGE, PATH, this::save),
        pageGuard.signedIn(Effect.CHANGE, PATH + "/remove", this::remove),
        pageGuard.signedIn(Effect.CHANGE, PATH + "/first", this::openFirst));
  }

  public ListViews shown(PageRequest request, Section section, TableQuery<?> query) {
    return ListViews.of(
        section,
        query,
        views.of(request.user(), section.name()),
        acts.saveView().mayShare(request.actor()));
  }

  /** Leads to the view with which the list opens, if it is asked for without filters. */
  public Optional<Response> opening(PageRequest request, Section section) {
    return request.request().rawQuery().isEmpty()
        ? views
            .first(request.user(), section.name())
            .map(filters -> Response.redirect(302, section.path() + '?' + filters))
        : Optional.empty();
  }

  private Response save(PageRequest sent) {
    var wanted =
        new SaveView.Wanted(
            sent.form().value("list").orElse(""),
            sent.form().value("name").orElse("").strip(),
            sent.form().value("filters").orElse(""),
            sent.form().value("shared").isPresent());
    return switch (acts.saveView().by(sent.actor(), wanted)) {
      case SaveView.Saved _ -> back(sent);
      case SaveView.Flawed _ -> sent.page().problem(400, "invalid_view", "views.flawed");
      case SaveView.TooMany _ ->
          sent.page().problem(409, "too_many_views", "views.too-many", SavedViews.MAX);
    };
  }

  private Response remove(PageRequest sent) {
    view(sent).ifPresent(view -> acts.removeView().by(sent.actor(), view));
    return back(sent);
  }

  private Response openFirst(PageRequest sent) {
    acts.openWithView().by(sent.actor(), sent.form().value("list").orElse(""), view(sent));
    return back(sent);
  }

  private static Optional<Id.View> view(PageRequest sent) {
    return sent.form().value("view").flatMap(Id.VIEW::parse);
  }

  private static Response back(PageRequest sent) {
    return sent.seeOther(LocalPath.back(sent.form()));
  }
}
