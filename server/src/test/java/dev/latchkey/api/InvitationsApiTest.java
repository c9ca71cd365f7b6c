package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Mailbox;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Invitations and links to choose a password, through the management API. */
class InvitationsApiTest extends OnBothStores {
  private static final String CHOSEN = "seven wet umbrellas";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person administrator = latchkey.administrator(acme);
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final String token = ManagementApi.machine(latchkey, administrator, Optional.empty());
  private final String email = "new-" + member.email();

  @Test
  void an_invited_person_chooses_a_password_with_the_link_and_signs_in() {
    Answer invited =
        invite(
            token,
            """
            {"name":"New Person","email":" %s ","teams":[{"team_id":"%s","administrator":true}]}
            """
                .formatted(email.toUpperCase(Locale.ROOT), team.id().value()));

    assertThat(invited.status()).as(invited.toString()).isEqualTo(201);
    assertThat(invited.text("email")).isEqualTo(email);
    assertThat(invited.text("state")).isEqualTo("invited");
    assertThat(invited.text("role")).isEqualTo("team_administrator");
    assertThat(invited.header("Cache-Control")).isEqualTo("no-store");
    assertThat(invited.json().at("/password_link/mailed").booleanValue()).isFalse();
    String path = "/users/" + invited.text("user_id");
    assertThat(ManagementApi.get(latchkey, token, path).header("ETag"))
        .isEqualTo(invited.header("ETag"));

    String link = invited.json().at("/password_link/link").stringValue();
    assertThat(choose(link).status()).isEqualTo(303);
    assertThat(signIn(email).status()).isEqualTo(303);
    assertThat(ManagementApi.get(latchkey, token, path).text("state")).isEqualTo("active");
    assertThat(latchkey.log()).doesNotContain(URI.create(link).getQuery());
  }

  @Test
  void of_many_invitations_of_one_address_exactly_one_is_made() {
    List<Answer> answers =
        Crowd.of(
            8, i -> invite(token, "{\"name\":\"No %d\",\"email\":\"%s\"}".formatted(i, email)));

    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 409)
        .hasSize(7)
        .allMatch(answer -> answer.json().at("/fields/0/field").asString("").equals("email"));
    Answer found = ManagementApi.get(latchkey, token, "/users?q=" + email.replace("@", "%40"));
    assertThat(found.text("total")).isEqualTo("1");
  }

  @Test
  void invitations_of_one_organization_and_links_to_one_person_are_limited() {
    for (int i = 0; i < 10; i++) {
      assertThat(link().status()).isEqualTo(201);
    }
    Answer refused = link();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.error()).isEqualTo("too_many_requests");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(300, 361);

    String body = "{\"name\":\"New\",\"email\":\"%d-%s\"}";
    assertThat(invite(token, body.formatted(0, email)).status()).isEqualTo(201);
    for (int i = 1; i < 90; i++) {
      assertThat(invite(token, body.formatted(0, email)).status())
          .as("an address that is in use does not count")
          .isEqualTo(409);
      assertThat(invite(token, body.formatted(i, email)).status()).isEqualTo(201);
    }
    assertThat(invite(token, body.formatted(90, email)).status()).isEqualTo(429);
    latchkey.clock.pass(Duration.ofSeconds(6));
    assertThat(invite(token, body.formatted(90, email)).status()).isEqualTo(201);
  }

  private Answer link() {
    return send(token, "POST " + path(member) + "/password-link", "", "");
  }

  @Test
  void rights_are_those_of_the_page() {
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    Person operator =
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
    String ofTeam = ManagementApi.machine(latchkey, administrator, Optional.of(team));

    record Row(String who, String token, int invite, int link) {}
    for (Row row :
        List.of(
            new Row("member", personal(member), 403, 403),
            new Row("lead", personal(latchkey.lead(acme)), 403, 404),
            new Row("elsewhere", personal(elsewhere), 404, 404),
            new Row("team", ofTeam, 403, 404),
            new Row("organization", token, 201, 201),
            new Row("administrator", personal(administrator), 201, 201),
            new Row("operator", personal(operator), 201, 201))) {
      String body =
          "{\"name\":\"New\",\"email\":\"%s\"}"
              .formatted(row.who().replace(' ', '-') + "-" + email);
      Answer invited = send(row.token(), "POST /users?org_id=" + acme.id().value(), "", body);
      assertThat(invited.status()).as(row.who() + invited).isEqualTo(row.invite());
      assertThat(send(row.token(), "POST " + path(member) + "/password-link", "", "").status())
          .as(row.who())
          .isEqualTo(row.link());
    }
  }

  @Test
  void no_caller_invites_to_a_higher_role_than_its_own_or_opens_such_an_account() {
    Person operator = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, team);
    for (String caller : List.of(token, personal(administrator))) {
      Answer refused =
          invite(
              caller,
              "{\"name\":\"New\",\"email\":\"%s\",\"role\":\"super_administrator\"}"
                  .formatted(email));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(send(caller, "POST " + path(operator) + "/password-link", "", "").status())
          .isEqualTo(403);
    }
    assertThat(invite(token, "{\"name\":\"New\",\"email\":\"%s\"}".formatted(email)).text("role"))
        .isEqualTo("member");
  }

  @Test
  void what_was_sent_wrongly_is_named() {
    Answer role =
        invite(
            token,
            "{\"name\":\"New\",\"email\":\"%s\",\"role\":\"team_administrator\"}".formatted(email));
    assertThat(role.json().at("/fields/0/field").stringValue()).isEqualTo("role");
    assertThat(role.json().at("/fields/0/description").stringValue())
        .contains("member, auditor, organization_administrator");
    Answer foreign =
        invite(
            token,
            "{\"name\":\"New\",\"email\":\"%s\",\"teams\":[{\"team_id\":\"%s\"}]}"
                .formatted(email, latchkey.team().id().value()));
    assertThat(foreign.status()).isEqualTo(400);
    assertThat(foreign.json().at("/fields/0/field").stringValue()).isEqualTo("teams.team_id");
    Answer empty = invite(token, "{}");
    assertThat(empty.json().path("fields").findValuesAsString("field"))
        .containsExactlyInAnyOrder("name", "email");
  }

  @Test
  void a_new_link_replaces_the_one_before_and_a_disabled_person_gets_none() {
    String first = link(member);
    String second = link(member);
    assertThat(latchkey.browser().get(first).status()).isEqualTo(410);
    assertThat(choose(second).status()).isEqualTo(303);

    latchkey.disable(member);
    Answer refused = send(token, "POST " + path(member) + "/password-link", "", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error()).isEqualTo("user_disabled");
  }

  @Test
  void the_link_is_mailed_where_mail_is_configured() throws Exception {
    try (var mailbox = new Mailbox();
        Latchkey mailing =
            Latchkey.start(
                Store.SQLITE,
                settings ->
                    settings
                        .with(settings.platform().withManagementApi())
                        .with(ExternalServices.signIn().with(mailbox.settings())))) {
      String caller = ManagementApi.machine(mailing, mailing.administrator(), Optional.empty());
      Answer invited =
          ManagementApi.send(
              mailing,
              caller,
              "POST /users",
              "",
              "{\"name\":\"New\",\"email\":\"new@example.com\"}");
      assertThat(invited.json().at("/password_link/mailed").booleanValue()).isTrue();
      String text = String.valueOf(mailbox.mails(1).getFirst().getContent());
      assertThat(text)
          .contains("A program of the administrators", "管理员的程序")
          .contains(invited.json().at("/password_link/link").stringValue());
    }
  }

  private String link(Person person) {
    Answer created = send(token, "POST " + path(person) + "/password-link", "", "");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.text("link");
  }

  private static Answer choose(String link) {
    Browser browser = latchkey.browser();
    return browser.submit(browser.get(link), "new_password", CHOSEN, "repeated_password", CHOSEN);
  }

  private static Answer signIn(String email) {
    Browser browser = latchkey.browser();
    return browser.submit(browser.get("/sign-in"), "email", email, "password", CHOSEN);
  }

  private static Answer invite(String caller, String body) {
    return send(caller, "POST /users", "", body);
  }

  private static Answer send(String caller, String call, String version, String body) {
    return ManagementApi.send(latchkey, caller, call, version, body);
  }

  private static String path(Person person) {
    return "/users/" + person.id();
  }

  private static String personal(Person person) {
    return ManagementApi.token(latchkey, person);
  }
}
