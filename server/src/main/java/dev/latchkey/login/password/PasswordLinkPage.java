package dev.latchkey.login.password;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.PasswordLinks;
import java.util.List;
import java.util.Optional;

/**
 * Lets a person with a one-time link choose a password for the account of the link. Opening the
 * link does not use it up, because mail scanners open links before people do.
 */
public record PasswordLinkPage(
    PasswordLinks links, NewPasswords newPasswords, Notice notice, Pages pages) {
  /** A request with a valid link, and the person for whom it was created. */
  private record LinkRequest(
      Request request, Visitor visitor, Secret.PasswordLink link, User user) {}

  @FunctionalInterface
  private interface LinkHandler {
    Response answer(LinkRequest at);
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", "/password", withLink(this::show)),
        pageGuard.open("POST", "/password", withLink(this::choose)));
  }

  private PageGuard.OpenHandler withLink(LinkHandler handler) {
    return (request, visitor) -> {
      Optional<LinkRequest> found = find(request, visitor);
      return found.isPresent() ? handler.answer(found.get()) : over(visitor);
    };
  }

  private Optional<LinkRequest> find(Request request, Visitor visitor) {
    Form sent = request.method().equals("POST") ? request.form() : request.query();
    Optional<Secret.PasswordLink> link = sent.value("key").flatMap(Secret.PASSWORD_LINK::parse);
    Optional<User> user = link.flatMap(known -> links.open(known, request.moment()));
    return user.isPresent()
        ? Optional.of(new LinkRequest(request, visitor, link.get(), user.get()))
        : Optional.empty();
  }

  private Response show(LinkRequest at) {
    return form(at, pages.of(at.visitor()), FormErrors.NONE);
  }

  private Response choose(LinkRequest at) {
    String chosen = at.request().form().value("new_password").orElse("");
    Optional<FormErrors> errors = errors(at, chosen);
    if (errors.isPresent()) {
      Page page = pages.of(at.visitor()).withProblem("security.flawed");
      return form(at, page, errors.get());
    }
    PasswordHash hash = newPasswords.hash(chosen, at.user(), at.request().moment());
    Page page = pages.of(at.visitor());
    RequestMoment noticed =
        notice.at(Notice.Change.PASSWORD_CHANGED, at.user(), page, at.request().moment());
    return links.spend(at.link(), at.user(), hash, noticed)
        ? Response.redirect(303, "/sign-in?password=chosen")
        : over(at.visitor());
  }

  private Optional<FormErrors> errors(LinkRequest at, String chosen) {
    Optional<PasswordRule.Flaw> flaw = newPasswords.flaw(chosen, at.user());
    if (flaw.isPresent()) {
      return Optional.of(FormErrors.of(400, "new", "flaw.password." + flaw.get()));
    }
    String repeated = at.request().form().value("repeated_password").orElse("");
    return chosen.equals(repeated)
        ? Optional.empty()
        : Optional.of(FormErrors.of(400, "repeated", "flaw.password-repeated"));
  }

  private Response over(Visitor visitor) {
    return pages.of(visitor).problem(410, "link_over", "password-link.over");
  }

  private static Response form(LinkRequest at, Page page, FormErrors errors) {
    String email = at.user().email();
    return page.show(errors.status(), TEMPLATES.loginPasswordLink(page, at.link(), email, errors));
  }
}
