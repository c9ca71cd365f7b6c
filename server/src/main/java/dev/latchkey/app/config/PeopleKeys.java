package dev.latchkey.app.config;

import static dev.latchkey.app.config.Type.FILE;
import static dev.latchkey.app.config.Type.NOT_BLANK;
import static dev.latchkey.app.config.Type.SECRET_FILE;
import static dev.latchkey.app.config.Type.TEXT;

import dev.latchkey.console.asset.Brand;
import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.Id;
import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import dev.latchkey.model.NumberSetting.Without;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.User;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of sign-in with other providers, of mail, of webhooks, and of what people see. */
final class PeopleKeys {
  static final SectionKey<SectionValues> FILE = SectionKey.file();

  private static final String NAME = "[a-z0-9-]{1,30}";
  private static final String NAME_WORDS = "1 to 30 lower-case letters, digits and hyphens";

  private PeopleKeys() {}

  @Means(
      "Identity providers with which people may sign in: [sign-in with OpenID Connect](../operate/people.md#sign-in-with-openid-connect).")
  static final SectionKey<Map<String, SectionValues>> SIGN_IN =
      FILE.named("sign_in", NAME, NAME_WORDS);

  @Means(
      "exactly as the provider names itself; http on loopback only. Its `/.well-known/openid-configuration` is read")
  static final Key<String> ISSUER =
      SIGN_IN.required(
          "issuer", Type.explained("https://HOST[:PORT][/PATH]", IdentityProvider::checkedIssuer));

  @Means("the text of the button")
  @Without("the name")
  static final Key<Optional<String>> TITLE = SIGN_IN.optional("title", TEXT);

  @Means("Latchkey at the provider")
  static final Key<String> CLIENT_ID = SIGN_IN.required("client_id", TEXT);

  @Means("only the secret (mode 600), which is sent by HTTP Basic")
  static final Key<String> CLIENT_SECRET_FILE = SIGN_IN.required("client_secret_file", SECRET_FILE);

  @Means("other hosts at which the provider has its endpoints, with their port if they have one")
  static final Key<List<String>> HOSTS = SIGN_IN.list("hosts", TEXT);

  @Means(
      "[rules](../operate/people.md#people-created-at-their-first-sign-in) by which a first sign-in creates a person")
  static final SectionKey<List<SectionValues>> CREATE = SIGN_IN.entries("create");

  @Means("for the audit log, which has `example/leads` with the new person")
  static final Key<String> RULE_NAME = CREATE.required("name", Type.matching(NAME, NAME_WORDS));

  @Means(
      "the domain of the e-mail address is one of these. `contoso.com` does not match `mail.contoso.com`")
  @Without("any domain")
  static final Key<List<String>> EMAIL_DOMAINS =
      CREATE.list(
          "email_domains",
          Type.matching(
              "[a-z0-9-]+(\\.[a-z0-9-]+)+",
              "a domain, whole and in lower case, such as example.com"));

  @Means("a claim at the top level of the ID token")
  @Without("no claim")
  static final Key<Optional<String>> CLAIM = CREATE.optional("claim", TEXT);

  @Means("the claim is one of these, or a list with one of them. Upper and lower case differ")
  static final Key<List<String>> CLAIM_VALUES = CREATE.list("values", TEXT);

  @Means("where the person is created")
  static final Key<Id.Organization> ORGANIZATION =
      CREATE.required(
          "organization",
          Type.found(
              "an id such as org_…, which is in the address of its page", Id.ORGANIZATION::parse));

  @Means("the name of a team of this organization")
  static final Key<Optional<String>> TEAM = CREATE.optional("team", TEXT);

  @Means(
      "of the organization, or of the team. An organization administrator needs one of several teams")
  static final Key<User.Role> ROLE =
      CREATE.value("role", Type.constants(CreationRule.ROLES), "member");

  @Means("The server that sends links and notices: [mail](../operate/mail-and-brand.md#mail).")
  static final SectionKey<Optional<SectionValues>> MAIL = FILE.section("mail");

  @Means("the mail server")
  static final Key<String> HOST =
      MAIL.required("host", NOT_BLANK.called("the name of the mail server"));

  @Means("its port")
  static final Key<Integer> MAIL_PORT =
      MAIL.number(new NumberSetting("port", 587, 1, Listening.MAX_PORT));

  @Means(
      "`implicit`: TLS from the first byte; `starttls`: after the command STARTTLS. Both need a certificate that Java trusts and that names the host. `none` is possible for `localhost`, `127.0.0.1` and `::1` only")
  @Without("`implicit` for port 465, else `starttls`")
  static final Key<Optional<MailServer.Tls>> MAIL_TLS =
      MAIL.optional("tls", Type.constants(List.of(MailServer.Tls.values())));

  @Means("the older key: `true` is `tls: starttls`, `false` is `tls: none`")
  static final Key<Optional<Boolean>> STARTTLS =
      MAIL.optional("starttls", Type.either("true", "false"));

  @Means("set it with `password_file`")
  static final Key<Optional<String>> MAIL_USER = MAIL.optional("user", TEXT);

  @Means("only the password (mode 600)")
  static final Key<Optional<String>> PASSWORD_FILE = MAIL.optional("password_file", SECRET_FILE);

  @Means("the sender")
  static final Key<EmailAddress> FROM =
      MAIL.required(
          "from",
          Type.found(
              "the address of the sender, such as latchkey@example.com", EmailAddress::parse));

  @Means("Where [webhooks](../how-to/receive-events.md) may send events.")
  static final SectionKey<Optional<SectionValues>> WEBHOOKS = FILE.section("webhooks");

  @Means(
      "hosts in your own network, which may be called by http as well. All others need https and public addresses")
  static final Key<List<String>> WEBHOOK_HOSTS = WEBHOOKS.list("inside_hosts", TEXT);

  @Means("the certificate with which those of `inside_hosts` are checked")
  static final Key<Optional<Path>> WEBHOOK_CERTIFICATE =
      WEBHOOKS.optional("inside_certificate", Type.FILE);

  @Means(
      "Your name, logo and colour on the pages: [name, logo and colour](../operate/mail-and-brand.md#name-logo-and-colour).")
  static final SectionKey<Optional<SectionValues>> BRAND = FILE.section("brand");

  @Means(
      "in the top bar, in titles and in the footer of all pages. With another name the footer also says that the installation runs on Latchkey")
  static final Key<String> BRAND_NAME =
      BRAND.value(
          "name", Type.explained("1 to 40 characters", Brand::checkedName), Brand.LATCHKEY.name());

  @Means(
      "in the top bar, 28 pixels high. An SVG needs a `viewBox`. It is read at the start and at SIGHUP")
  @Without("the key of Latchkey")
  static final Key<Optional<Brand.Image>> LOGO =
      BRAND.optional(
          "logo",
          Type.explained(
              "path of a PNG or an SVG, at most 20,000 bytes",
              file -> Brand.Image.of(Type.CONTENT.parse(file))));

  private static final Type<String> COLOUR = Type.explained("`#rrggbb`", Brand.Colours::checked);

  @Means(
      "of the buttons of pages without navigation, such as sign-in and consent, and of the key if there is no logo")
  @Without("the blue of Latchkey")
  static final Key<Optional<String>> LIGHT = BRAND.optional("colour", COLOUR);

  @Means("in the dark theme")
  @Without("as `colour`")
  static final Key<Optional<String>> DARK = BRAND.optional("colour_dark", COLOUR);
}
