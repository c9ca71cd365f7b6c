package dev.latchkey.app.config;

import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.event.WebhookRules;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The sections {@code mail} and {@code sign_in}. */
final class ServicesSections {
  private static final int IMPLICIT_TLS_PORT = 465;

  private ServicesSections() {}

  static ExternalServices read(SectionValues file) {
    Optional<MailServer> mail =
        file.get(PeopleKeys.MAIL).flatMap(section -> section.attempt(() -> server(section)));
    return new ExternalServices(
        providers(file.get(PeopleKeys.SIGN_IN)),
        mail,
        file.get(PeopleKeys.WEBHOOKS).map(ServicesSections::webhooks).orElse(WebhookRules.DEFAULT));
  }

  private static WebhookRules webhooks(SectionValues section) {
    return new WebhookRules(
        Set.copyOf(section.get(PeopleKeys.WEBHOOK_HOSTS)),
        section.get(PeopleKeys.WEBHOOK_CERTIFICATE));
  }

  private static MailServer server(SectionValues mail) {
    MailServer.Tls tls = tls(mail);
    String host = mail.get(PeopleKeys.HOST);
    Optional<String> insecure = MailServer.refusal(host, tls);
    if (insecure.isPresent()) {
      throw mail.fault(
          mail.has(PeopleKeys.STARTTLS) ? PeopleKeys.STARTTLS : PeopleKeys.MAIL_TLS,
          insecure.get());
    }
    return new MailServer(
        host, mail.get(PeopleKeys.MAIL_PORT), tls, login(mail), mail.get(PeopleKeys.FROM));
  }

  /** {@code starttls} is the older key, which knew two values of {@code tls} only. */
  private static MailServer.Tls tls(SectionValues mail) {
    if (mail.has(PeopleKeys.STARTTLS) && mail.has(PeopleKeys.MAIL_TLS)) {
      throw mail.fault(PeopleKeys.STARTTLS, "tls replaces starttls: write only tls");
    }
    boolean isImplicit = mail.get(PeopleKeys.MAIL_PORT) == IMPLICIT_TLS_PORT;
    return mail.get(PeopleKeys.STARTTLS)
        .map(on -> on ? MailServer.Tls.STARTTLS : MailServer.Tls.NONE)
        .or(() -> mail.get(PeopleKeys.MAIL_TLS))
        .orElse(isImplicit ? MailServer.Tls.IMPLICIT : MailServer.Tls.STARTTLS);
  }

  private static Optional<MailServer.Login> login(SectionValues mail) {
    boolean hasUser = mail.has(PeopleKeys.MAIL_USER);
    if (hasUser != mail.has(PeopleKeys.PASSWORD_FILE)) {
      throw mail.fault(
          hasUser ? PeopleKeys.PASSWORD_FILE : PeopleKeys.MAIL_USER,
          "user and password_file belong together: set both or none");
    }
    return mail.get(PeopleKeys.MAIL_USER)
        .flatMap(user ->
            mail.get(PeopleKeys.PASSWORD_FILE)
                .map(password -> new MailServer.Login(user, password)));
  }

  private static List<IdentityProvider> providers(Map<String, SectionValues> sections) {
    return sections.entrySet().stream()
        .flatMap(each ->
            each.getValue().attempt(() -> provider(each.getKey(), each.getValue())).stream())
        .toList();
  }

  private static IdentityProvider provider(String name, SectionValues entry) {
    List<CreationRule> rules = rules(entry.get(PeopleKeys.CREATE));
    return new IdentityProvider(
        name,
        entry.get(PeopleKeys.TITLE).orElse(name),
        entry.get(PeopleKeys.ISSUER),
        Set.copyOf(entry.get(PeopleKeys.HOSTS)),
        entry.get(PeopleKeys.CLIENT_ID),
        new IdentityProvider.ClientSecret(entry.get(PeopleKeys.CLIENT_SECRET_FILE)),
        rules);
  }

  /** Rules by which a first sign-in creates a person (docs/decisions/0081). */
  private static List<CreationRule> rules(List<SectionValues> entries) {
    var names = new HashSet<String>();
    return entries.stream()
        .flatMap(entry ->
            entry
                .checked(() -> {
                  CreationRule rule = rule(entry);
                  if (!names.add(rule.name())) {
                    throw entry.fault(
                        PeopleKeys.RULE_NAME, "there are two rules named " + rule.name());
                  }
                  return rule;
                })
                .stream())
        .toList();
  }

  /** The organization by its id, because two organizations may have the same name. */
  private static CreationRule rule(SectionValues entry) {
    var place =
        new CreationRule.Place(
            entry.get(PeopleKeys.ORGANIZATION),
            entry.get(PeopleKeys.TEAM),
            entry.get(PeopleKeys.ROLE));
    return new CreationRule(
        entry.get(PeopleKeys.RULE_NAME),
        Set.copyOf(entry.get(PeopleKeys.EMAIL_DOMAINS)),
        claim(entry),
        place);
  }

  private static Optional<CreationRule.RequiredClaim> claim(SectionValues entry) {
    Set<String> values = Set.copyOf(entry.get(PeopleKeys.CLAIM_VALUES));
    if (entry.has(PeopleKeys.CLAIM) == values.isEmpty()) {
      throw entry.fault(PeopleKeys.CLAIM, "a claim needs values, and values need a claim");
    }
    return entry.get(PeopleKeys.CLAIM).map(name -> new CreationRule.RequiredClaim(name, values));
  }
}
