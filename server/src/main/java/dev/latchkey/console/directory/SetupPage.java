package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

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
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.SetupLinks;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The setup page of a new installation. The person who has the one-time link creates the first
 * organization and becomes its super administrator.
 */
public final class SetupPage {
  private final SetupLinks links;
  private final PasswordRule rule;
  private final Hashing passwords;
  private final Pages pages;
  private final RandomGenerator random;

  /** Hashes a password for an account. */
  @FunctionalInterface
  public interface Hashing {
    PasswordHash hash(String password, String account, RequestMoment now);
  }

  public SetupPage(
      SetupLinks links, PasswordRule rule, Hashing passwords, Pages pages, RandomGenerator random) {
    this.links = links;
    this.rule = rule;
    this.passwords = passwords;
    this.pages = pages;
    this.random = random;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", "/setup", this::show), pageGuard.open("POST", "/setup", this::setUp));
  }

  private Response show(Request request, Visitor visitor) {
    Optional<Secret.Setup> key = key(request.query(), request.moment());
    if (key.isEmpty()) {
      return setupOver(visitor);
    }
    return form(200, pages.of(visitor), key.get(), NewOrganization.EMPTY);
  }

  private Response setUp(Request request, Visitor visitor) {
    Optional<Secret.Setup> key = key(request.form(), request.moment());
    if (key.isEmpty()) {
      return setupOver(visitor);
    }
    var entered = NewOrganization.parse(request.form());
    Optional<String> flaw = entered.firstFlaw(rule);
    if (flaw.isPresent()) {
      return form(400, pages.of(visitor).withProblem(flaw.get()), key.get(), entered);
    }
    if (!create(key.get(), entered, request.moment())) {
      return setupOver(visitor);
    }
    return Response.redirect(303, "/sign-in?setup=done");
  }

  private Optional<Secret.Setup> key(Form form, RequestMoment now) {
    return form.value("key").flatMap(Secret.SETUP::parse).filter(key -> links.isOpen(key, now));
  }

  /** False if another request used the key first. */
  private boolean create(Secret.Setup key, NewOrganization entered, RequestMoment now) {
    Organizations.Founded founded = entered.wanted().founded(User.Role.SUPER_ADMINISTRATOR, random);
    PasswordHash password = passwords.hash(entered.password(), entered.email(), now);
    return links.setUp(key, founded, password, now);
  }

  private static Response form(int status, Page page, Secret.Setup key, NewOrganization entered) {
    return page.show(status, TEMPLATES.directorySetup(page, key.reveal(), entered));
  }

  private Response setupOver(Visitor visitor) {
    return pages.problem(pages.of(visitor), 410, "setup_over", "setup.over");
  }
}
