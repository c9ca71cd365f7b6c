package dev.latchkey.login.password;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Secret;
import dev.latchkey.model.event.SealedMail;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.PasswordLinks;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Sends a reset link to people who forgot their password. The response and the write are the same
 * whether or not there is an account. The message is sent afterwards, in the background.
 */
public record ForgottenPage(
    PasswordLinks links, Mailer mailer, Pages pages, RandomGenerator random) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open("GET", "/forgot-password", this::show),
        pageGuard.open("POST", "/forgot-password", this::send));
  }

  private Response show(Request request, Visitor visitor) {
    return form(200, pages.of(visitor), "");
  }

  private Response send(Request request, Visitor visitor) {
    Page page = pages.of(visitor);
    String entered = request.form().value("email").orElse("");
    var address = EmailAddress.parse(entered);
    if (address.isEmpty()) {
      return form(400, page.withProblem("flaw.email"), entered);
    }
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    Function<PasswordLinks.Forgotten.Known, SealedMail> letter =
        known -> mailer.seal(mail(page, known, link, request));
    return switch (links.forgotten(address.get(), link, letter, request.moment())) {
      case PasswordLinks.Forgotten.Throttled(var wait) -> throttled(page, entered, wait);
      case PasswordLinks.Forgotten.Known _ -> sent(page);
      case PasswordLinks.Forgotten.Unknown _ -> sent(page);
    };
  }

  private static MailMessage mail(
      Page page, PasswordLinks.Forgotten.Known known, Secret.PasswordLink link, Request request) {
    User user = known.user();
    return new MailMessage(
        user.id(),
        user.email(),
        page.say("letter.forgotten.subject"),
        page.say(
            "letter.forgotten.text",
            user.name(),
            request.baseUrl() + "/password?key=" + link.reveal(),
            page.words().moment(known.end())),
        request.moment().at());
  }

  private static Response throttled(Page page, String entered, Duration wait) {
    long seconds = wait.toSeconds() + 1;
    return form(429, page.withProblem("forgotten.throttled", seconds), entered)
        .with("Retry-After", String.valueOf(seconds));
  }

  private static Response sent(Page page) {
    return page.show(200, TEMPLATES.loginForgottenSent(page));
  }

  private static Response form(int status, Page page, String email) {
    return page.show(status, TEMPLATES.loginForgotten(page, email));
  }
}
