package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.api.ViewJson;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Organization;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an operator does on the command line beside a running server. */
@EachStore.ForClass
@Order(1)
class OperatorCommandsTest {
  private final Latchkey latchkey;

  OperatorCommandsTest(Store store) {
    this.latchkey = Latchkey.start(store);
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void a_user_is_added_to_what_exists_and_a_misspelled_organization_is_an_error() {
    String home = latchkey.organization().name();
    String misspelled = home.replace("Organization", "Organisation");
    int before = organizations();

    Command refused = add("new@example.com", misspelled, "Team X");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .startsWith("latchkey: there is no organization named " + misspelled)
        .contains("Similar: " + home, "--create")
        .hasLineCount(1);
    assertThat(organizations()).isEqualTo(before);

    assertThat(add("new@example.com", home, "Team X").err())
        .contains("there is no team named Team X", "--create");

    Command added = add("new@example.com", home, "Team X", "--create", "--json");
    assertThat(added.text("email")).isEqualTo("new@example.com");
    assertThat(added.text("state")).isEqualTo("active");
    assertThat(added.json().path("teams").path(0).path("name").asString("")).isEqualTo("Team X");
    assertThat(organizations()).isEqualTo(before);
    Answer signedIn = signIn("new@example.com", added.text("password"));
    assertThat(signedIn.status()).isEqualTo(303);

    assertThat(add("new@example.com", "Brand New", "First", "--create").exitCode()).isEqualTo(1);
    assertThat(add("other@example.com", "Brand New", "First", "--create").exitCode()).isZero();
    assertThat(organizations()).isEqualTo(before + 1);
    assertThat(audit("user_create", "team_create", "organization_create"))
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void a_user_is_invited_with_a_link() {
    String[] invite = {
      "user",
      "invite",
      "--email",
      "lee@example.com",
      "--name",
      "Lee",
      "--organization",
      latchkey.organization().name(),
      "--json"
    };
    Command invited = run(invite);
    assertThat(invited.text("state")).isEqualTo("invited");
    assertThat(invited.text("link")).contains("/password?key=");
    assertThat(run(invite).err()).contains("there is a user with the address lee@example.com");
    assertThat(audit("user_create")).allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void users_are_listed_shown_disabled_and_enabled() {
    Person person = latchkey.person();
    latchkey.person();

    JsonNode all = run("user", "list", "--json", "--limit", "1").json();
    assertThat(all.path("users")).hasSize(1);
    assertThat(all.path("total").asInt(0)).isGreaterThan(1);
    JsonNode found = run("user", "list", "--json", "--search", person.email()).json().path("users");
    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("user_id").asString("")).isEqualTo(person.id());
    assertThat(Instant.parse(found.path(0).path("created_at").asString(""))).isNotNull();

    Command cut = run("user", "list", "--limit", "1");
    assertThat(cut.out().lines()).hasSize(2).first().asString().startsWith("EMAIL");
    assertThat(cut.err()).contains("--page");

    assertThat(user("show", person).text("state")).isEqualTo("active");
    JsonNode disabled = user("disable", person).json();
    assertThat(disabled.path("state").asString("")).isEqualTo("disabled");
    assertThat(disabled.path("changed").asBoolean(false)).isTrue();
    Command link = user("reset-password", person);
    assertThat(link.exitCode()).isEqualTo(1);
    assertThat(link.err()).contains("user enable --data ", "--email " + person.email());
    assertThat(user("enable", person).text("state")).isEqualTo("active");
    assertThat(user("remove-factor", person).json().path("changed").asBoolean(true)).isFalse();
    assertThat(run("user", "show", "--email", "nobody@example.com").exitCode()).isEqualTo(1);
    assertThat(run("user", "show").exitCode()).isEqualTo(2);
    assertThat(audit("user_disable", "user_enable"))
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void a_user_is_changed() {
    Person person = latchkey.person();
    String address = "new." + person.email();
    Organization home = latchkey.organization();
    run("team", "create", "--organization", home.name(), "--name", "Night shift");

    Command changed = user("change", person, "--new-email", address, "--team", "Night shift");
    assertThat(changed.text("email")).isEqualTo(address);
    assertThat(changed.text("name")).isEqualTo(person.user().name());
    assertThat(changed.json().path("teams")).hasSize(1);
    assertThat(changed.json().path("teams").path(0).path("name").asString(""))
        .isEqualTo("Night shift");
    assertThat(signIn(person.email(), person.password()).status()).isEqualTo(401);
    assertThat(signIn(address, person.password()).status()).isEqualTo(303);

    String[] promote = {"user", "change", "--json", "--email", address, "--role"};
    assertThat(run(with(promote, "team_administrator")).text("role"))
        .isEqualTo("team_administrator");
    assertThat(run(with(promote, "organization_administrator")).text("role"))
        .isEqualTo("organization_administrator");
    String other = latchkey.person().email();
    assertThat(run("user", "change", "--email", other, "--new-email", address).err())
        .contains("there is a user with the address");
    assertThat(run("user", "change", "--email", other, "--team", "Nigth shift").err())
        .contains("there is no team named Nigth shift", "Night shift");
    assertThat(audit("user_change")).isNotEmpty().allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void sessions_are_listed_and_ended_and_then_all_access() {
    Person person = latchkey.person();
    Browser first = latchkey.browser().signIn(person);
    Browser second = latchkey.browser().signIn(person);
    Tokens tokens = latchkey.app().tokens(second);

    JsonNode open = user("sessions", person).json();
    assertThat(open.path("total").asInt(0)).isEqualTo(2);
    String id = open.path("sessions").path(0).path("session_id").asString("");
    assertThat(user("end-access", person, "--session-id", id).json().path("changed").asBoolean())
        .isTrue();
    assertThat(user("end-access", person, "--session-id", id).json().path("changed").asBoolean())
        .isFalse();
    assertThat(List.of(first.get("/").status(), second.get("/").status()))
        .containsExactlyInAnyOrder(200, 302);
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(run("user", "end-access", "--email", person.email(), "--session-id", "x").err())
        .contains("--session-id");

    assertThat(user("end-access", person).exitCode()).isZero();
    assertThat(first.get("/").status()).isEqualTo(302);
    assertThat(second.get("/").status()).isEqualTo(302);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(audit("session_end"))
        .filteredOn(entry -> entry.entry().aboutUser().isPresent())
        .isNotEmpty()
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void a_credential_is_changed_and_its_offer_withdrawn() {
    Person owner = latchkey.person();
    App app = latchkey.app(owner);
    Tokens tokens = app.tokens(latchkey.browser().signIn(owner));

    Command changed =
        credential("change", app.id(), "--name", "Planner", "--network", "192.0.2.0/24");
    assertThat(changed.text("name")).isEqualTo("Planner");
    assertThat(changed.json().path("networks").path(0).asString("")).isEqualTo("192.0.2.0/24");
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(401);
    credential("change", app.id(), "--network", "none");
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(403);
    assertThat(credential("change", app.id(), "--scope", "read:issue:info").text("scope"))
        .isEqualTo("read:issue:info");
    assertThat(credential("change", app.id(), "--option", "require_proof_key").text("name"))
        .isEqualTo("Planner");
    assertThat(credential("change", app.id(), "--option", "gateway").err())
        .contains("super administrator");
    assertThat(credential("change", app.id(), "--option", "magic").err())
        .contains("require_proof_key");
    assertThat(credential("change", app.id(), "--redirect-uri", "nowhere").err())
        .contains("--redirect-uri");

    credential("transfer", app.id(), "--to", latchkey.person().email());
    assertThat(credential("withdraw-transfer", app.id()).json().path("changed").asBoolean())
        .isTrue();
    assertThat(credential("withdraw-transfer", app.id()).json().path("changed").asBoolean())
        .isFalse();
    assertThat(audit("credential_change", "transfer_withdraw"))
        .isNotEmpty()
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void organizations_and_teams_are_renamed() {
    String home = latchkey.organization(Organization.Kind.MULTI_TEAM).name();
    run("team", "create", "--organization", home, "--name", "Rockets");
    run("team", "create", "--organization", home, "--name", "Wings");

    String[] rename = {"team", "rename", "--json", "--organization", home, "--team", "Rockets"};
    assertThat(run(with(rename, "--name", "Wings")).err()).contains("in use");
    assertThat(run(with(rename, "--name", "Engines")).text("name")).isEqualTo("Engines");
    assertThat(run(with(rename, "--name", "Motors")).err())
        .contains("there is no team named Rockets");
    String taken = latchkey.organization().name();
    String[] other = {"organization", "rename", "--json", "--organization", home, "--name"};
    assertThat(run(with(other, taken)).err()).contains("already");
    assertThat(run(with(other, home + " Europe")).text("name")).isEqualTo(home + " Europe");
    assertThat(audit("team_change", "organization_change"))
        .hasSize(2)
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void the_audit_log_is_read() {
    Person person = latchkey.person();
    latchkey.browser().signIn(person);
    signIn(person.email(), "wrong");

    String[] ofPerson = {"audit", "list", "--json", "--actor", person.email()};
    JsonNode all = run(ofPerson).json();
    assertThat(all.path("entries").path(0).path("event").asString("")).isEqualTo("sign_in");
    JsonNode refused = run(with(ofPerson, "--outcome", "refused")).json();
    assertThat(refused.path("entries"))
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.path("outcome").asString("")).isNotEqualTo("ok"));
    assertThat(run(with(ofPerson, "--until", "2020-01-01T00:00:00Z")).json().path("entries"))
        .isEmpty();
    assertThat(run("audit", "list", "--limit", "1").out().lines()).hasSize(2);
    assertThat(run("audit", "list", "--from", "yesterday").err()).contains("--from needs a time");
  }

  @Test
  void a_password_is_reset_by_a_link_that_works_once() {
    Person person = latchkey.person();

    Command reset = user("reset-password", person);
    assertThat(reset.json().path("mailed").asBoolean(true)).isFalse();
    String link = reset.text("link");
    String path = link.substring(link.indexOf("/password?"));
    Browser browser = latchkey.browser();
    Answer page = browser.get(path);
    assertThat(page.status()).isEqualTo(200);
    String chosen = "seven wet umbrellas";
    Answer done = browser.submit(page, "new_password", chosen, "repeated_password", chosen);
    assertThat(done.status()).isEqualTo(303);
    assertThat(signIn(person.email(), chosen).status()).isEqualTo(303);
    assertThat(browser.get(path).status()).isEqualTo(410);
    assertThat(audit("password_link_create")).allSatisfy(OperatorCommandsTest::assertByCommand);
    assertThat(latchkey.log()).doesNotContain("lk_pl_");
  }

  @Test
  void organizations_and_teams_are_created_and_listed() {
    Command created =
        run(
            "organization",
            "create",
            "--name",
            "Solo",
            "--kind",
            "single_team",
            "--team",
            "One",
            "--json");
    assertThat(created.text("kind")).isEqualTo("single_team");
    assertThat(run("organization", "create", "--name", "Solo").err()).contains("already");
    JsonNode listed =
        run("organization", "list", "--search", "solo", "--json").json().path("organizations");
    assertThat(listed).hasSize(1);
    assertThat(listed.path(0).path("org_id")).isEqualTo(created.json().path("org_id"));

    assertThat(team("create", created.text("org_id"), "--name", "Two").err())
        .contains("single-team");
    String home = latchkey.organization().name();
    assertThat(team("create", home, "--name", "Rockets", "--json").text("name"))
        .isEqualTo("Rockets");
    assertThat(team("create", home, "--name", "Rockets").err()).contains("already");
    assertThat(team("list", home).out()).contains("Rockets");
    assertThat(team("list", "Solp").err()).contains("Similar: Solo");
    assertThat(audit("team_create", "organization_create"))
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void a_personal_credential_is_created_rotated_transferred_and_deleted() {
    Person owner = latchkey.person();
    Person heir = latchkey.person();

    Command flawed = create(owner, "--scope", "read:no:such", "--redirect-uri", "http://a.example");
    assertThat(flawed.exitCode()).isEqualTo(1);
    assertThat(flawed.err()).contains("--scope: ", "--redirect-uri: ").hasLineCount(1);
    String[] mistyped = {"--scope", "read:isue:info,read:no:such"};
    assertThat(create(owner, with(mistyped, "--redirect-uri", "https://a.example")).err())
        .contains("These scopes do not exist: read:isue:info, read:no:such.")
        .contains("Similar: read:issue:info", "The key scopes of the configuration");
    assertThat(create(owner, "--scope", "read:issue:info").err())
        .contains("needs --redirect-uri. For an organization credential add --organization");
    String[] sound = {
      "--scope", Latchkey.SCOPE, "--redirect-uri", "https://app.example/callback", "--json"
    };
    assertThat(create(owner, with(sound, "--option", "gateway")).err())
        .contains("super administrator");

    Command created = create(owner, sound);
    String client = created.text("client_id");
    assertThat(introspectedBy(client, created.text("client_secret"))).isEqualTo(200);

    JsonNode listed =
        run("credential", "list", "--owner", owner.email(), "--json").json().path("credentials");
    assertThat(listed.path(0).path("client_id").asString("")).isEqualTo(client);
    String second = credential("rotate-secret", client).text("client_secret");
    assertThat(introspectedBy(client, second)).isEqualTo(200);
    assertThat(credential("rotate-secret", client).err()).contains("retire-secret");
    String first = created.text("client_secret");
    String ending = first.substring(first.length() - 4);
    assertThat(credential("retire-secret", client, "--ending", ending).exitCode()).isZero();
    assertThat(introspectedBy(client, first)).isEqualTo(401);
    assertThat(introspectedBy(client, second)).isEqualTo(200);

    assertThat(credential("transfer", client, "--to", "nobody@example.com").exitCode())
        .isEqualTo(1);
    assertThat(credential("transfer", client, "--to", heir.email()).text("to_user_id"))
        .isEqualTo(heir.id());
    assertThat(credential("show", client).json().path("transfer").path("to_user_id").asString(""))
        .isEqualTo(heir.id());

    Command asked = credential("delete", client);
    assertThat(asked.exitCode()).isEqualTo(1);
    assertThat(asked.err()).contains("--yes");
    assertThat(credential("delete", client, "--yes").exitCode()).isZero();
    assertThat(introspectedBy(client, second)).isEqualTo(401);
    assertThat(
            audit(
                "credential_create",
                "secret_create",
                "secret_retire",
                "transfer_offer",
                "credential_delete"))
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(OperatorCommandsTest::assertByCommand);
    assertThat(latchkey.log()).doesNotContain(second);
  }

  @Test
  void an_organization_credential_is_created_for_an_administrator_and_its_token_works() {
    Person administrator = latchkey.administrator();
    String home = latchkey.organization().name();

    assertThat(
            create(latchkey.person(), "--scope", "read:issue:info", "--organization", home).err())
        .contains("may not create");
    Command created =
        create(administrator, "--scope", "read:directory:users", "--organization", home, "--json");
    String token = created.text("access_token");
    assertThat(latchkey.call(token).status()).isEqualTo(200);

    String client = created.text("client_id");
    String next = credential("rotate-secret", client, "--overlap", "none").text("access_token");
    assertThat(latchkey.isActive(token)).isFalse();
    assertThat(latchkey.isActive(next)).isTrue();

    JsonNode listed = run("token", "list", "--client-id", client, "--json").json();
    assertThat(listed.path("total").asInt(0)).isOne();
    String id = listed.path("tokens").path(0).path("token_id").asString("");
    assertThat(revoke("--token-id", id).json().path("organization_tokens").asInt(0)).isOne();
    assertThat(latchkey.isActive(next)).isFalse();
    assertThat(revoke("--token-id", id).json().path("organization_tokens").asInt(1)).isZero();
    assertThat(audit("credential_create", "token_reissue", "token_revoke"))
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void tokens_of_a_credential_a_person_and_an_organization_end_at_once_and_no_others() {
    Person owner = latchkey.person();
    Person user = latchkey.person();
    App first = latchkey.app(owner);
    App second = latchkey.app(owner);
    Tokens ofUser = first.tokens(latchkey.browser().signIn(user));
    Tokens ofOwner = first.tokens(latchkey.browser().signIn(owner));
    Tokens ofSecond = second.tokens(latchkey.browser().signIn(user));
    Organization far = latchkey.organization(Organization.Kind.MULTI_TEAM);
    String elsewhere = latchkey.machine(latchkey.administrator(far), Optional.empty()).token();
    String machine = latchkey.machine(latchkey.administrator(), Optional.empty()).token();

    assertThat(latchkey.isActive(ofSecond.access())).isTrue();
    Command asked = Command.on(latchkey.settings(), "token", "revoke", "--client-id", first.id());
    assertThat(asked.exitCode()).isEqualTo(1);
    assertThat(asked.err()).contains("revokes 2 grants", "--yes");
    assertThat(latchkey.isActive(ofUser.access())).isTrue();

    String[] older = {"--client-id", first.id(), "--issued-before", "2026-01-01T00:00:00Z"};
    assertThat(revoke(older).json().path("grants").asInt(9)).isZero();
    assertThat(latchkey.isActive(ofUser.access())).isTrue();

    String[] all = {"--client-id", first.id(), "--issued-before", "now"};
    assertThat(revoke(all).json().path("grants").asInt(0)).isEqualTo(2);
    assertThat(latchkey.isActive(ofUser.access())).isFalse();
    assertThat(latchkey.isActive(ofOwner.access())).isFalse();
    assertThat(first.refresh(ofUser.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(latchkey.isActive(ofSecond.access())).isTrue();

    assertThat(revoke("--email", user.email()).json().path("grants").asInt(0)).isOne();
    assertThat(latchkey.isActive(ofSecond.access())).isFalse();
    assertThat(latchkey.isActive(machine)).isTrue();

    Tokens again = second.tokens(latchkey.browser().signIn(user));
    Tokens abroad =
        latchkey.app(latchkey.administrator(far)).tokens(latchkey.browser().signIn(user));
    Command ended = revoke("--organization", latchkey.organization().name());
    assertThat(ended.json().path("grants").asInt(0)).isEqualTo(2);
    assertThat(latchkey.isActive(abroad.access())).isFalse();
    assertThat(ended.json().path("organization_tokens").asInt(0)).isOne();
    assertThat(latchkey.isActive(again.access())).isFalse();
    assertThat(latchkey.isActive(machine)).isFalse();
    assertThat(latchkey.call(machine).status()).isEqualTo(401);
    assertThat(latchkey.isActive(elsewhere)).isTrue();
    assertThat(audit("access_end_all", "user_tokens_revoke", "organization_tokens_revoke"))
        .hasSize(4)
        .allSatisfy(OperatorCommandsTest::assertByCommand);
  }

  @Test
  void one_grant_ends_by_its_id() {
    Person person = latchkey.person();
    App app = latchkey.app();
    Tokens tokens = app.tokens(latchkey.browser().signIn(person));
    JsonNode listed = run("token", "list", "--email", person.email(), "--json").json();
    String id = listed.path("tokens").path(0).path("token_id").asString("");
    assertThat(listed.path("tokens").path(0).path("client_id").asString("")).isEqualTo(app.id());

    assertThat(run("token", "revoke", "--token-id", "x").err()).contains("--token-id");
    assertThat(run("token", "revoke").exitCode()).isEqualTo(2);
    assertThat(revoke("--token-id", id).json().path("grants").asInt(0)).isOne();
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  @Test
  void a_link_and_an_offer_are_mailed_before_the_command_ends()
      throws IOException, MessagingException {
    Person owner = latchkey.person();
    Person heir = latchkey.person();
    App app = latchkey.app(owner);
    var server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
    server.start();
    try {
      Path config = latchkey.data().resolve("mail.yaml");
      Files.writeString(
          config,
          """
          mail:
            host: 127.0.0.1
            port: %d
            starttls: false
            from: latchkey@example.com
          """
              .formatted(server.getSmtp().getPort()));
      String file = config.toString();
      Command reset =
          run("user", "reset-password", "--json", "--email", owner.email(), "--config", file);
      assertThat(reset.json().path("mailed").asBoolean(false)).isTrue();
      Command offer = credential("transfer", app.id(), "--to", heir.email(), "--config", file);
      assertThat(offer.json().path("mailed").asBoolean(false)).isTrue();

      var received = server.getReceivedMessages();
      assertThat(received).hasSize(2);
      assertThat(received[0].getAllRecipients()[0]).hasToString(owner.email());
      assertThat(received[1].getAllRecipients()[0]).hasToString(heir.email());
    } finally {
      server.stop();
    }
  }

  private Command run(String... arguments) {
    return Command.on(latchkey.settings(), arguments);
  }

  private Command user(String verb, Person person, String... more) {
    return run(with(new String[] {"user", verb, "--json", "--email", person.email()}, more));
  }

  private Command add(String email, String organization, String team, String... more) {
    String[] add = {
      "user",
      "add",
      "--email",
      email,
      "--name",
      "New",
      "--organization",
      organization,
      "--team",
      team
    };
    return run(with(add, more));
  }

  private Command team(String verb, String organization, String... more) {
    return run(with(new String[] {"team", verb, "--organization", organization}, more));
  }

  private Command create(Person owner, String... more) {
    String[] create = {"credential", "create", "--name", "App", "--owner", owner.email()};
    return run(with(create, more));
  }

  private Command credential(String verb, String client, String... more) {
    return run(with(new String[] {"credential", verb, "--json", "--client-id", client}, more));
  }

  private Command revoke(String... which) {
    return run(with(new String[] {"token", "revoke", "--json", "--yes"}, which));
  }

  private static String[] with(String[] arguments, String... more) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private int organizations() {
    return run("organization", "list", "--json").json().path("total").asInt(0);
  }

  private Answer signIn(String email, String password) {
    Browser browser = latchkey.browser();
    return browser.submit(browser.get("/sign-in"), "email", email, "password", password);
  }

  /** The status of a request that only a client with an active secret may make. */
  private int introspectedBy(String client, String secret) {
    return latchkey
        .form(
            "/oauth2/introspect",
            "client_id",
            client,
            "client_secret",
            secret,
            "token",
            "lk_at_unknown")
        .status();
  }

  /** The newest entries with these events, of those that commands have written. */
  private List<ListedAuditEntry> audit(String... events) {
    List<ListedAuditEntry> found =
        latchkey.stores().operation().auditRecords().newest(100).stream()
            .filter(line -> line.entry().moment().address().equals("command line"))
            .filter(line -> List.of(events).contains(ViewJson.code(line.entry().event())))
            .toList();
    assertThat(found.stream().map(line -> ViewJson.code(line.entry().event()))).contains(events);
    return found;
  }

  private static void assertByCommand(ListedAuditEntry line) {
    assertThat(line.entry().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
  }
}
