package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.people.account.RenameOneself;
import dev.latchkey.storage.people.Directory;
import java.util.List;

/**
 * The page My account, Profile. People change their own name here. Administrators change the other
 * data of a person.
 */
public record ProfilePage(Directory directory, RenameOneself renameOneself) {
  private static final String HERE = Section.PROFILE.path();

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, HERE, this::show),
        pageGuard.signedIn(Effect.CHANGE, HERE, this::rename));
  }

  /**
   * What the template shows. {@code name}: the name as it is stored, or as it was entered if it was
   * refused.
   */
  public record View(User user, Organization organization, String name, FormErrors errors) {}

  private Response show(PageRequest request) {
    Page page = request.page();
    boolean isSaved = request.query().value("saved").isPresent();
    return form(
        isSaved ? page.withNotice("profile.saved") : page,
        view(request.user(), request.user().name(), FormErrors.NONE));
  }

  private Response rename(PageRequest request) {
    String name = request.form().value("name").orElse("").strip();
    return switch (renameOneself.by(request.actor(), name)) {
      case RenameOneself.Renamed _ -> request.seeOther(HERE + "?saved=yes");
      case RenameOneself.Flawed(var flaw) ->
          form(
              request.page().withProblem("people.flawed"),
              view(request.user(), name, FormErrors.of(400, "name", "flaw.name." + flaw)));
    };
  }

  private View view(User user, String name, FormErrors errors) {
    return new View(user, directory.find(user.organization()).orElseThrow(), name, errors);
  }

  private static Response form(Page page, View view) {
    return page.show(view.errors().status(), TEMPLATES.directoryProfile(page, view));
  }
}
