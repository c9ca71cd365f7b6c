package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Mailbox;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Mails to people, and the password reset that they request themselves (rows 100, 102, 107). */
@EachStore.ForClass
class MailTest {
  private static final Pattern LINK = Pattern.compile("(http\\S+/password\\?key=lk_pl_\\S+)");
  private static final String CHOSEN = "seven wet umbrellas";

  @Parameter private Store store;

  private final Mailbox mailbox = new Mailbox();
  private Latchkey latchkey;
  private Person olga;
  private Person mei;

  @BeforeEach
  void start() {
    latchkey = Latchkey.start(store, settings -> settings.with(mailbox.settings()));
    var team = latchkey.team();
    olga =
        latchkey.person(latchkey.organization(), User.Role.ORGANIZATION_ADMINISTRATOR, false, team);
    mei = latchkey.person(team);
  }

  @AfterEach
  void stop() {
    latchkey.close();
    mailbox.close();
  }

  @Test
  void an_invitation_and_a_reset_are_mailed_and_work() throws Exception {
    Browser admin = latchkey.browser().signIn(olga);
    String email = "new-" + mei.email();

    Answer invited =
        send(admin, "/organization/people/new", "name", "New", "email", email, "role", "MEMBER");
    assertThat(invited.body()).contains("is on its way to " + email);
    MimeMessage invitation = mailbox.mails(1).getFirst();
    assertThat(invitation.getAllRecipients()[0]).hasToString(email);
    assertThat(invited.body()).contains(link(invitation));
    assertThat(choose(link(invitation)).status()).isEqualTo(303);

    Answer reset = send(admin, "/organization/people/" + mei.id() + "/link");
    assertThat(reset.body()).contains(link(to(mei.email(), 3)));
    Poll.until(() -> latchkey.log().contains("\"mail\""), "the audit log entry of a mail");
    assertThat(latchkey.log()).doesNotContain("lk_pl_");
  }

  @Test
  void a_person_who_forgot_the_password_gets_a_link() throws Exception {
    Browser browser = latchkey.browser();
    assertThat(browser.get("/sign-in").body()).contains("href=\"/forgot-password\"");

    assertThat(forgot(browser, " " + mei.email() + " ").status()).isEqualTo(200);

    String link = link(mailbox.mails(1).getFirst());
    assertThat(link).startsWith(latchkey.url());
    assertThat(choose(link).status()).isEqualTo(303);
    assertThat(to(mei.email(), 2).getSubject()).isEqualTo("Your password was changed");
  }

  @Test
  void the_answer_does_not_tell_which_accounts_exist() {
    Person disabled = latchkey.person();
    latchkey.disable(disabled);
    Browser browser = latchkey.browser();

    List<Answer> answers =
        List.of(
            forgot(browser, mei.email()),
            forgot(browser, "nobody@example.com"),
            forgot(browser, disabled.email()),
            forgot(browser, mei.email()));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    assertThat(answers).extracting(Answer::body).containsOnly(answers.getFirst().body());
    assertThat(answers)
        .extracting(answer -> answer.headers().map().keySet())
        .containsOnly(answers.getFirst().headers().map().keySet());
    assertThat(mailbox.mails(2)).hasSize(2);
  }

  @Test
  void the_people_whom_a_leaked_secret_concerns_are_mailed_once() throws Exception {
    Person developer = latchkey.person();
    App app = latchkey.app(developer);
    String token = app.tokens(latchkey.browser().signIn(mei)).access();
    Latchkey.Machine machine = latchkey.machine(olga, Optional.empty());

    for (String leaked : List.of(token, token, machine.token(), app.secret())) {
      assertThat(latchkey.form("/oauth2/leaked", "token", leaked).body()).isEqualTo("{}");
    }

    assertThat(mailbox.mails(6))
        .extracting(mail -> mail.getAllRecipients()[0].toString())
        .as("the owner and the administrator, and for a token the person")
        .containsExactlyInAnyOrder(
            developer.email(),
            mei.email(),
            olga.email(),
            olga.email(),
            developer.email(),
            olga.email());
    MimeMessage mail = to(mei.email(), 6);
    String name = app.credential().name();
    assertThat(mail.getSubject()).isEqualTo("A secret of " + name + " has leaked and was revoked");
    String shown = token.substring(0, 6) + "…" + token.substring(token.length() - 4);
    assertThat(mail.getContent().toString())
        .contains(shown, name, "from 127.0.0.1", "请创建新的密钥")
        .doesNotContain(token);
    assertThat(latchkey.log()).doesNotContain(token, machine.token(), app.secret());
  }

  /** Mails are sent in the order in which they were requested. */
  @Test
  void a_mailbox_is_not_flooded_and_a_caller_is_slowed() {
    List<Answer> answers = Crowd.of(30, i -> forgot(latchkey.browser(), mei.email()));
    forgot(new Browser(latchkey.url(), Http.elsewhere()), olga.email());

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(10);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allMatch(answer -> answer.status() == 429 && answer.has("Retry-After"));
    assertThat(mailbox.mails(4))
        .extracting(mail -> mail.getAllRecipients()[0].toString())
        .containsExactly(mei.email(), mei.email(), mei.email(), olga.email());
  }

  @Test
  void links_to_one_person_are_limited() {
    Browser admin = latchkey.browser().signIn(olga);
    String path = "/organization/people/" + mei.id() + "/link";
    for (int i = 0; i < 10; i++) {
      assertThat(send(admin, path).status()).isEqualTo(200);
    }

    Answer refused = send(admin, path);

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("Too many links", "Try again in ");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(300, 361);
    assertThat(link(admin, latchkey.person())).as("a link for another person").isEqualTo(200);
    assertThat(mailbox.mails(11)).hasSize(11);
    latchkey.clock.pass(Duration.ofMinutes(6));
    assertThat(link(admin, mei)).isEqualTo(200);
  }

  @Test
  void invitations_of_one_organization_are_limited() {
    Browser admin = latchkey.browser().signIn(olga);
    for (int i = 0; i < 100; i++) {
      assertThat(invite(admin, i + "-" + mei.email()).status()).as("no " + i).isEqualTo(200);
    }

    Answer refused = invite(admin, "x-" + mei.email());

    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 7);
    assertThat(link(admin, mei)).as("a link of the same organization").isEqualTo(429);
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(invite(latchkey.browser().signIn(other), "y-" + mei.email()).status())
        .as("another organization")
        .isEqualTo(200);
    latchkey.clock.pass(Duration.ofSeconds(6));
    assertThat(invite(admin, "x-" + mei.email()).status()).isEqualTo(200);
  }

  private static Answer invite(Browser admin, String email) {
    return send(admin, "/organization/people/new", "name", "New", "email", email, "role", "MEMBER");
  }

  private static int link(Browser admin, Person whom) {
    return send(admin, "/organization/people/" + whom.id() + "/link").status();
  }

  @Test
  void a_stranger_who_requests_a_reset_does_not_end_an_invitation() throws Exception {
    String email = "new-" + mei.email();
    Browser admin = latchkey.browser().signIn(olga);
    send(admin, "/organization/people/new", "name", "New", "email", email, "role", "MEMBER");
    String link = link(mailbox.mails(1).getFirst());

    assertThat(forgot(latchkey.browser(), email).status()).isEqualTo(200);

    assertThat(latchkey.browser().get(link).status()).isEqualTo(200);
  }

  @Test
  void a_stranger_who_requests_a_reset_ends_no_link_and_the_first_used_link_ends_all()
      throws Exception {
    Browser admin = latchkey.browser().signIn(olga);
    Answer made = send(admin, "/organization/people/" + mei.id() + "/link");
    String fromAdministrator = link(mailbox.mails(1).getFirst());
    assertThat(made.body()).contains(fromAdministrator);
    forgot(latchkey.browser(), mei.email());
    String asked = link(to(mei.email(), 2));

    forgot(new Browser(latchkey.url(), Http.elsewhere()), mei.email());
    String byStranger = link(to(mei.email(), 3));

    assertThat(List.of(fromAdministrator, asked, byStranger))
        .doesNotHaveDuplicates()
        .allMatch(link -> latchkey.browser().get(link).status() == 200);
    assertThat(choose(asked).status()).isEqualTo(303);
    assertThat(List.of(fromAdministrator, asked, byStranger))
        .allMatch(link -> latchkey.browser().get(link).status() == 410);
  }

  @Test
  void mails_requested_by_a_stranger_leave_room_for_other_requests() throws Exception {
    var stranger = new Browser(latchkey.url(), Http.elsewhere());
    for (int i = 0; i < 5; i++) {
      assertThat(forgot(stranger, mei.email()).status()).isEqualTo(200);
    }
    mailbox.mails(3);

    assertThat(forgot(latchkey.browser(), mei.email()).status()).isEqualTo(200);

    assertThat(mailbox.mails(4)).hasSize(4);
    assertThat(latchkey.log().lines().filter(line -> line.contains("\"too_soon\""))).hasSize(2);
  }

  @Test
  void a_header_does_not_change_where_the_link_leads() throws Exception {
    Browser browser = latchkey.browser();
    Map<String, String> form = Browser.hidden(browser.get("/forgot-password"));
    browser.post(
        "/forgot-password",
        Http.fields(form, "email", mei.email()),
        "X-Forwarded-Host",
        "evil.example",
        "Forwarded",
        "host=evil.example");
    assertThat(link(mailbox.mails(1).getFirst())).startsWith(latchkey.url() + "/password");
  }

  @Test
  void a_person_is_notified_of_a_changed_password() throws Exception {
    Browser browser = latchkey.browser().signIn(mei);
    Answer changed =
        send(
            browser,
            "/account/security/password",
            "current_password",
            mei.password(),
            "new_password",
            CHOSEN,
            "repeated_password",
            CHOSEN);
    assertThat(changed.status()).isEqualTo(303);
    MimeMessage notice = mailbox.mails(1).getFirst();
    assertThat(notice.getSubject()).isEqualTo("Your password was changed");
    assertThat(notice.getContent().toString()).contains("127.0.0.1").doesNotContain(CHOSEN);
  }

  @Test
  void a_person_is_notified_of_every_change_of_the_second_factor() throws Exception {
    Browser browser = latchkey.browser().signIn(mei);
    Authenticator phone = Authenticator.enrol(browser, latchkey.clock.instant());
    assertThat(to(mei.email(), 1).getSubject()).isEqualTo("An authenticator app was set up");

    latchkey.clock.pass(Duration.ofSeconds(30));
    Answer renewed =
        Authenticator.post(browser, "factor/codes", "code", phone.code(latchkey.clock.instant()));
    assertThat(to(mei.email(), 2).getSubject()).isEqualTo("New recovery codes");

    String code = Authenticator.codesOn(renewed.body()).getFirst();
    Browser other = latchkey.browser();
    other.submit(other.get("/sign-in"), "email", mei.email(), "password", mei.password());
    other.submit(other.get("/sign-in/code"), "code", code);
    MimeMessage used = to(mei.email(), 3);
    assertThat(used.getSubject()).isEqualTo("A recovery code was used");
    assertThat(used.getContent().toString()).contains("127.0.0.1").doesNotContain(code);

    latchkey.clock.pass(Duration.ofSeconds(30));
    Authenticator.post(browser, "factor/remove", "code", phone.code(latchkey.clock.instant()));
    assertThat(to(mei.email(), 4).getSubject()).isEqualTo("Your authenticator app was removed");

    Authenticator.enrol(browser, latchkey.clock.instant());
    send(latchkey.browser().signIn(olga), "/organization/people/" + mei.id() + "/factor");
    assertThat(to(mei.email(), 6).getSubject()).contains("administrator removed");
  }

  @Test
  void without_mail_no_link_is_offered() {
    try (Latchkey plain = Latchkey.start(store)) {
      Answer page = plain.browser().get("/sign-in");
      assertThat(page.body()).contains("Ask an administrator").doesNotContain("/forgot-password");
      assertThat(plain.browser().get("/forgot-password").status()).isEqualTo(404);
    }
  }

  private static Answer forgot(Browser browser, String email) {
    return browser.submit(browser.get("/forgot-password"), "email", email);
  }

  private static Answer send(Browser browser, String path, String... fields) {
    String token = Browser.hidden(browser.get("/account/profile")).get("form_token");
    return browser.post(path, Http.fields(Map.of("form_token", token), fields));
  }

  private Answer choose(String link) {
    Browser browser = latchkey.browser();
    return browser.submit(browser.get(link), "new_password", CHOSEN, "repeated_password", CHOSEN);
  }

  /** The last mail to this address, after this number of mails has arrived in total. */
  private MimeMessage to(String email, int count) throws MessagingException {
    var found = new ArrayList<MimeMessage>();
    for (MimeMessage each : mailbox.mails(count)) {
      if (each.getAllRecipients()[0].toString().equals(email)) {
        found.add(each);
      }
    }
    return found.getLast();
  }

  private static String link(MimeMessage mail) throws MessagingException, IOException {
    Matcher link = LINK.matcher(mail.getContent().toString());
    assertThat(link.find()).isTrue();
    return link.group(1);
  }
}
