package dev.latchkey.cli.option;

import dev.latchkey.api.view.PasswordLinkView;
import dev.latchkey.app.Installation;
import dev.latchkey.console.approval.ApprovalMail;
import dev.latchkey.console.credential.OfferedCredentialPage;
import dev.latchkey.console.directory.LinkDelivery;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.mail.smtp.ImmediateMail;
import dev.latchkey.mail.smtp.MailDelivery;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/** The mail that commands send. It is that of the pages, if mail is configured. */
public final class CommandMail {
  private static final String OPERATOR = "audit.operator";

  private final Installation installation;
  private final Directory directory;
  private final Optional<Mailer> mailer;

  public CommandMail(Installation installation) {
    this.installation = installation;
    this.directory = installation.stores().users().directory();
    this.mailer =
        installation
            .settings()
            .outside()
            .mail()
            .map(server ->
                new ImmediateMail(
                    new MailDelivery(server),
                    installation.mailSeal(),
                    (message, outcome) ->
                        directory.mailed(message.to(), outcome, installation.commandMoment())));
  }

  /** The link for a person, and whether it was delivered. */
  public PasswordLinkView sendLink(ManagedUser person, Secret.PasswordLink link) {
    String baseUrl = PublishedAddress.of(installation.settings());
    var delivery = new LinkDelivery(installation.stores().users().links(), directory, mailer);
    var shown = delivery.deliver(installation.operator(), baseUrl, person, link);
    return new PasswordLinkView(shown.link(), shown.expiresAt(), isDelivered());
  }

  /** Whether the person was told of the offer. */
  public boolean sendOffer(OfferCredential.Offered offered) {
    Credential.Personal credential = offered.credential();
    String address =
        PublishedAddress.of(installation.settings())
            + OfferedCredentialPage.href(credential.clientId());
    new MailInEveryLanguage(mailer)
        .send(
            List.of(reader(offered.to())),
            "letter.offer.subject",
            "letter.offer.text",
            installation.commandMoment().at(),
            words -> List.of(words.say(OPERATOR), credential.name(), address));
    return isDelivered();
  }

  /** Whether the people who asked for an app were told of the decision. */
  public boolean sendDecision(DecideOnPublicClient.Decided decided) {
    new ApprovalMail(mailer, installation.stores().users().administrators())
        .decided(
            decided,
            installation.commandMoment().at(),
            PublishedAddress.of(installation.settings()));
    return isDelivered();
  }

  private boolean isDelivered() {
    boolean isFailed = mailer.map(Mailer::state).filter(state -> state.failed() > 0).isPresent();
    if (isFailed) {
      System.err.println(
          "latchkey: the mail server did not accept the message. Give the address to the person yourself");
    }
    return mailer.isPresent() && !isFailed;
  }

  private static NoticeRecipients.Person reader(User user) {
    return new NoticeRecipients.Person(user.id(), user.name(), user.email());
  }
}
