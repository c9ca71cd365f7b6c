package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Response;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.MailMessage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Words;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.PasswordLinks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Delivers a new one-time link, by which a person chooses a password. The link is shown once to the
 * administrator who created it. If mail is configured, the link is also mailed to the person.
 */
public final class LinkDelivery {
  private final PasswordLinks links;
  private final Directory directory;
  private final Optional<Mailer> mailer;

  public LinkDelivery(PasswordLinks links, Directory directory, Optional<Mailer> mailer) {
    this.links = links;
    this.directory = directory;
    this.mailer = mailer;
  }

  /**
   * The link, and the person for whom it was created. {@code section}: where that person is
   * managed. {@code until}: when the link expires.
   */
  public record Delivery(Section section, ManagedUser person, String address, Instant until) {
    public User user() {
      return person.user();
    }

    /**
     * The part of the message keys that depends on whether the link is for a first password or for
     * a replacement.
     */
    public String kind() {
      return LinkDelivery.kind(person);
    }

    public String href() {
      return section.path() + "/" + user().id().value();
    }

    @Override
    public String toString() {
      return "Delivery[" + user().id() + "]";
    }
  }

  /**
   * The link leads to the published address of this server, even if the request named another host.
   */
  Response deliver(
      PageRequest request, Section section, ManagedUser person, Secret.PasswordLink link) {
    String address = address(request.baseUrl(), link);
    Instant until = links.endOf(person.state(), request.moment());
    var delivery = new Delivery(section, person, address, until);
    mailer.ifPresent(
        sender -> sender.sendFor(person.user().organization(), mail(request, delivery)));
    Page page = request.page();
    Page shown = mailer.isPresent() ? page.withNotice("link.mailed", person.user().email()) : page;
    return shown.show(200, TEMPLATES.directoryPasswordLinkCreated(shown, delivery));
  }

  /**
   * Delivers a link that a program or an operator has created. The link is in the answer. The
   * language of the person is not known, so the message is in every language.
   */
  public PasswordLinkView deliver(
      Actor actor, String baseUrl, ManagedUser person, Secret.PasswordLink link) {
    User user = person.user();
    String address = address(baseUrl, link);
    Instant until = links.endOf(person.state(), actor.moment());
    String home = directory.find(user.organization()).map(Organization::name).orElse("");
    String key = "letter." + kind(person);
    MailInEveryLanguage.of(user.organization(), mailer)
        .send(
            List.of(new NoticeRecipients.Person(user.id(), user.name(), user.email())),
            key + ".subject",
            key + ".text",
            actor.moment().at(),
            words -> List.of(sender(actor, words), home, words.moment(until), address));
    return new PasswordLinkView(address, until, mailer.isPresent());
  }

  /** No link was created, because there were too many of them. */
  static Response tooMany(PageRequest request, Duration wait) {
    return request
        .page()
        .problem(429, "too_many_requests", "link.too-many", wait.toMinutes() + 1)
        .with(Header.retryAfter(wait));
  }

  private static String sender(Actor actor, Words words) {
    return switch (actor) {
      case Actor.Person person -> person.user().name();
      case Actor.Machine _ -> words.say("letter.program");
      case Actor.Local _ -> words.say("audit.operator");
    };
  }

  private static String address(String baseUrl, Secret.PasswordLink link) {
    return baseUrl + "/password?key=" + link.reveal();
  }

  private static String kind(ManagedUser person) {
    return person.state() == ManagedUser.State.INVITED ? "invitation" : "reset";
  }

  private MailMessage mail(PageRequest request, Delivery delivery) {
    Page page = request.page();
    User user = delivery.user();
    String key = "letter." + delivery.kind();
    return new MailMessage(
        user.id(),
        user.email(),
        page.say(key + ".subject"),
        page.say(
            key + ".text",
            user.name(),
            request.user().name(),
            directory.find(user.organization()).map(Organization::name).orElse(""),
            page.words().moment(delivery.until()),
            delivery.address()),
        request.moment().at());
  }
}
