package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.edge.http.Access;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.event.TestWebhook;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every call of the management API does what its description says, and has the fields there. */
class EveryOperationTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person operator =
      latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, team, latchkey.team(acme));
  private final Person member = latchkey.person(acme, User.Role.MEMBER, team);
  private final String token =
      ManagementApi.token(latchkey, latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, team));
  private final Latchkey.Machine machine =
      latchkey.machine(operator, Optional.of(team), Scopes.parse(Latchkey.SCOPE));
  private final EnumSet<Operation> called = EnumSet.noneOf(Operation.class);
  private final Described described = new Described(description());

  private static JsonNode description() {
    Answer answer = Http.here().get(ManagementApi.url(latchkey, "/openapi.json"));
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  /** A value that the description does not have is refused, and each that it has is accepted. */
  @Test
  void every_choice_of_the_description_is_accepted_and_no_other() {
    for (Operation each : Operation.values()) {
      description()
          .path("paths")
          .path(each.path())
          .path(each.method().toLowerCase(Locale.ROOT))
          .path("parameters")
          .valueStream()
          .filter(parameter -> parameter.path("schema").has("enum"))
          .forEach(parameter -> choices(each, parameter));
    }
  }

  private void choices(Operation operation, JsonNode parameter) {
    String name = parameter.path("name").stringValue();
    String[] segments = {member.user().id().value()};
    if (operation == Operation.LIST_CREDENTIAL_TOKENS) {
      segments[0] = machine.credential().clientId().value();
    }
    if (operation == Operation.LIST_DELIVERIES) {
      segments[0] = TestWebhook.of(latchkey, Optional.of(acme.id())).value();
    }
    parameter
        .path("schema")
        .path("enum")
        .forEach(choice ->
            assertThat(
                    call(operation, "?" + name + "=" + choice.stringValue(), "", "", segments)
                        .status())
                .as(operation + " " + name + " " + choice)
                .isEqualTo(200));
    Answer other = call(operation, "?" + name + "=other", "", "", segments);
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.json().at("/fields/0/field").stringValue()).isEqualTo(name);
    assertThat(other.json().at("/fields/0/description").stringValue())
        .contains(parameter.at("/schema/enum/0").stringValue());
  }

  @Test
  void a_parameter_that_a_call_does_not_have_is_refused_by_name_and_nothing_is_done() {
    long before = recorded();
    for (Operation each : Operation.values()) {
      Answer unknown = call(each, "?lmit=5", "", body(each), "none", "none");
      assertThat(unknown.status()).as(each + " " + unknown).isEqualTo(400);
      assertThat(unknown.json().at("/fields/0/field").stringValue()).isEqualTo("lmit");
      for (String known : each.parameters()) {
        Answer empty = call(each, "?" + known + "=", "", body(each), "none", "none");
        assertThat(empty.status()).as(each + " " + known).isEqualTo(400);
        assertThat(empty.text("error_description")).isNotEmpty();
        String pair = known + "=1&" + known + "=1";
        Answer twice = call(each, "?" + pair, "", body(each), "none", "none");
        assertThat(twice.json().at("/fields/0/description").stringValue())
            .as(each + " " + known)
            .isEqualTo("Send it once.");
      }
    }
    assertThat(recorded()).isEqualTo(before);
  }

  private long recorded() {
    return latchkey.log().lines().filter(line -> line.contains(acme.id().value())).count();
  }

  private static String body(Operation operation) {
    return operation.bodies().length == 0 ? "" : "{}";
  }

  @Test
  void a_field_that_a_call_does_not_have_or_of_another_type_is_refused_by_name() {
    App app = latchkey.app(member);
    Person owner = latchkey.person(acme, User.Role.MEMBER, team);
    for (Operation each : Operation.values()) {
      if (each.fields().isEmpty()) {
        continue;
      }
      String[] segments = {
        switch (each) {
          case DECIDE_REVIEW_ITEM -> "review_1";
          case CHANGE_ORGANIZATION -> acme.id().value();
          case CHANGE_TEAM -> team.id().value();
          case CHANGE_CREDENTIAL -> machine.credential().clientId().value();
          case OFFER_CREDENTIAL -> app.id();
          default -> owner.user().id().value();
        },
        "1"
      };
      Answer unknown = call(each, "", "\"1\"", "{\"nme\":\"x\"}", segments);
      assertThat(unknown.status()).as(each + " " + unknown).isEqualTo(400);
      assertThat(unknown.json().at("/fields/0/field").stringValue()).isEqualTo("nme");
      assertThat(unknown.json().at("/fields/0/description").stringValue())
          .contains("There is no such field. The fields are");
      for (String field : fields(each)) {
        for (String value : List.of("1.5", "null", "[null]", "{}")) {
          String body = "{\"%s\":%s}".formatted(field, value);
          Answer other = call(each, "", "\"1\"", body, segments);
          assertThat(other.status()).as(each + " " + body).isEqualTo(400);
          assertThat(other.json().path("fields").findValuesAsString("field"))
              .as(each + " " + body)
              .contains(field);
        }
      }
    }
  }

  /** The fields of what a call accepts. */
  private static Set<String> fields(Operation operation) {
    JsonNode document = description();
    String schema =
        document
            .path("paths")
            .path(operation.path())
            .path(operation.method().toLowerCase(Locale.ROOT))
            .at("/requestBody/content/application~1json/schema/$ref")
            .stringValue();
    var fields = new TreeSet<String>();
    fields.addAll(document.at(schema.substring(1)).path("properties").propertyNames());
    if (operation == Operation.CHANGE_CREDENTIAL) {
      fields.removeAll(Set.of("options", "redirect_uris"));
    }
    return fields;
  }

  @Test
  void every_call_has_a_route_and_only_the_description_is_open() {
    List<String> routes =
        latchkey.wiring().routes(pageGuard -> List.of()).all().stream()
            .filter(route -> route.pattern().toString().startsWith(Operation.BASE))
            .map(route -> route.access() + " " + route)
            .toList();

    var expected = new ArrayList<String>();
    expected.add(Access.General.OPEN + " GET " + ApiDescription.PATH);
    for (Operation each : Operation.values()) {
      expected.add(
          Access.General.BEARER + " " + each.method() + " " + Operation.BASE + each.path());
    }
    assertThat(routes).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** The description is not written while a call, a parameter or a field has no sentence. */
  @Test
  void everything_is_described_by_a_sentence_and_every_sentence_describes_something() {
    assertThat(ApiDescription.unusedSentences()).isEmpty();
  }

  @Test
  void every_scope_is_offered_and_described_in_both_languages() {
    var names = latchkey.settings().platform().catalogue().names().names();
    assertThat(names).doesNotContainAnyElementsOf(ManagementApi.SCOPE.names());
    assertThat(ConfigFile.read(configuration()).platform().catalogue().names().names())
        .containsAll(ManagementApi.SCOPE.names())
        .containsAll(names);
  }

  private static Path configuration() {
    try {
      var file = Files.createTempFile("latchkey", ".yaml");
      return Files.writeString(file, "management_api: on\n");
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  @Test
  void every_call_answers_with_the_fields_of_the_description() {
    App app = latchkey.app(member);
    String access = app.tokens(latchkey.browser().signIn(member)).access();
    latchkey.introspect(access);
    latchkey.introspect(machine.token());
    String userId = member.user().id().value();
    String client = app.credential().clientId().value();
    String machineId = machine.credential().clientId().value();

    people(userId);
    access(userId);
    places();
    own();
    ok(Operation.LIST_CREDENTIALS, "?org_id=" + acme.id().value(), "", "");
    ok(Operation.LIST_CREDENTIALS, "?limit=1&org_id=" + acme.id().value(), "", "");
    ok(Operation.GET_CREDENTIAL, "", "", "", machineId);
    ok(Operation.GET_CREDENTIAL_ACCESS, "", "", "", machineId);
    ok(Operation.GET_CREDENTIAL_ACCESS, "", "", "", client);
    Answer credential = ok(Operation.GET_CREDENTIAL, "", "", "", client);
    assertThat(
            call(
                    Operation.CHANGE_CREDENTIAL,
                    "",
                    credential.header("ETag"),
                    "{\"name\":\"x\"}",
                    client)
                .status())
        .isEqualTo(403);
    ok(Operation.CHANGE_LOGO, "", "", "", machineId);
    ok(Operation.GET_LOGO, "", "", "", machineId);
    ok(Operation.GET_CREDENTIAL, "", "", "", machineId);
    ok(Operation.LIST_CREDENTIALS, "?org_id=" + acme.id().value(), "", "");
    ok(Operation.REMOVE_LOGO, "", "", "", machineId);
    new ApprovalCalls(this, latchkey, acme.id(), operator, member).make();
    new AlertCalls(this, latchkey, acme.id(), machine.credential().clientId()).make();
    new WebhookCalls(this, acme.id()).make();
    ok(Operation.OFFER_CREDENTIAL, "", "", "{\"email\":\"" + operator.email() + "\"}", client);
    ok(Operation.WITHDRAW_OFFER, "", "", "", client);
    String ofAcme = "?limit=1&org_id=" + acme.id().value();
    Answer first = ok(Operation.LIST_TOKENS, ofAcme, "", "");
    ok(Operation.LIST_TOKENS, ofAcme + "&cursor=" + first.text("next_cursor"), "", "");
    ok(Operation.LIST_TOKENS, "?client_id=" + client, "", "");
    ok(Operation.LIST_TOKENS, "?limit=1000&user_id=" + userId, "", "");
    Answer tokens = ok(Operation.LIST_CREDENTIAL_TOKENS, "", "", "", machineId);
    String tokenId = tokens.json().at("/tokens/0/token_id").stringValue();
    assertThat(latchkey.isActive(machine.token())).isTrue();
    ok(Operation.REVOKE_CREDENTIAL_TOKEN, "", "", "", machineId, tokenId);
    ok(Operation.REVOKE_CREDENTIAL_TOKEN, "", "", "", machineId, tokenId);
    ok(Operation.REVOKE_TOKEN, "", "", "", tokenId);
    assertThat(latchkey.isActive(machine.token())).isFalse();
    Answer grants = ok(Operation.LIST_GRANTS, "", "", "", userId);
    String grantId = grants.json().at("/grants/0/grant_id").stringValue();
    ok(Operation.END_GRANT, "", "", "", userId, grantId);
    ok(Operation.END_GRANT, "", "", "", userId, grantId);
    assertThat(latchkey.isActive(access)).isFalse();
    ok(Operation.REVOKE_TOKENS, "", "", "{\"client_id\":\"" + client + "\"}");
    ok(Operation.DELETE_CREDENTIAL, "", "", "", client);
    assertThat(call(Operation.GET_CREDENTIAL, "", "", "", client).status()).isEqualTo(404);
    Answer audit = ok(Operation.LIST_AUDIT, "?limit=20", "", "");
    ok(Operation.LIST_AUDIT, "?limit=200&cursor=" + audit.text("next_cursor"), "", "");
    Seals.seal(latchkey);
    ok(Operation.GET_AUDIT_HEAD, "", "", "");
    ok(Operation.GET_AUDIT_ENTRY, "", "", "", audit.json().at("/entries/0/entry_id").stringValue());
    new CallLogCalls(this, latchkey, acme.id(), machine.credential().clientId()).make();
    ok(Operation.LIST_RIGHTS, "", "", "");
    ok(Operation.LIST_ROUTES, "", "", "");
    new ReviewCalls(this, latchkey).make();
    assertThat(called).containsExactlyInAnyOrder(Operation.values());
    assertThat(unseen())
        .as("fields that are described but never occur")
        .isSubsetOf(
            // No call allows an app.
            "Approval.client_id",
            // A program has decided.
            "Approval.decided_by",
            "Grant.last_used_at",
            "InvitedUser.last_sign_in_at",
            "GrantList.next_page",
            "IssuedToken.last_used_at",
            "Me.team_id",
            "CredentialAccess.last_used_at",
            "ListedCredential.last_used_at",
            // No row of the table is deprecated.
            "Route.deprecated",
            "Route.deprecation_link",
            "Route.sunset",
            "Secret.last_used_at",
            "Token.expires_at",
            "Token.last_used_at",
            "TokenList.next_page");
  }

  private void people(String userId) {
    Answer list = ok(Operation.LIST_USERS, "", "", "");
    Answer first = ok(Operation.LIST_USERS, "?limit=1", "", "");
    assertThat(list.json().has("next_page")).isFalse();
    assertThat(first.json().path("next_page").asInt()).isEqualTo(2);
    Answer user = ok(Operation.GET_USER, "", "", "", userId);
    Answer changed =
        ok(
            Operation.CHANGE_USER,
            "",
            user.header("ETag"),
            "{\"name\":\"Renamed\",\"teams\":[{\"team_id\":\"%s\",\"administrator\":true}]}"
                .formatted(team.id().value()),
            userId);
    assertThat(changed.text("role")).isEqualTo("team_administrator");
    Person other = latchkey.person(acme, User.Role.MEMBER);
    String id = other.user().id().value();
    Answer read = ok(Operation.GET_USER, "", "", "", id);
    Answer disabled = ok(Operation.DISABLE_USER, "", read.header("ETag"), "", id);
    ok(Operation.ENABLE_USER, "", disabled.header("ETag"), "", id);
  }

  private void access(String userId) {
    latchkey.browser().signIn(member);
    ok(Operation.GET_ME, "", "", "");
    ok(Operation.GET_USER_ACCESS, "", "", "", userId);
    Answer sessions = ok(Operation.LIST_SESSIONS, "", "", "", userId);
    String session = sessions.json().at("/sessions/0/session_id").stringValue();
    ok(Operation.END_SESSION, "", "", "", userId, session);
    ok(Operation.END_SESSION, "", "", "", userId, session);
    ok(Operation.REMOVE_SECOND_FACTOR, "", "", "", userId);
    String invited = "{\"name\":\"New Person\",\"email\":\"%s@example.com\"}".formatted(userId);
    Answer created = ok(Operation.INVITE_USER, "", "", invited);
    ok(Operation.CREATE_PASSWORD_LINK, "", "", "", created.text("user_id"));
    ok(Operation.END_ACCESS, "", "", "", created.text("user_id"));
  }

  private void places() {
    String founded = "{\"name\":\"Of %s\",\"team\":\"First\"}".formatted(acme.id().value());
    ok(Operation.CREATE_ORGANIZATION, "", "", founded);
    assertThat(call(Operation.CREATE_ORGANIZATION, "", "", founded).status()).isEqualTo(409);
    ok(Operation.LIST_ORGANIZATIONS, "?limit=200", "", "");
    ok(Operation.LIST_ORGANIZATIONS, "?limit=1", "", "");
    Answer organization = ok(Operation.GET_ORGANIZATION, "", "", "", acme.id().value());
    String tag = organization.header("ETag");
    String name = "{\"name\":\"Renamed " + acme.id().value() + "\"}";
    ok(Operation.CHANGE_ORGANIZATION, "", tag, name, acme.id().value());
    assertThat(call(Operation.CHANGE_ORGANIZATION, "", tag, name, acme.id().value()).status())
        .isEqualTo(412);
    Answer created = ok(Operation.CREATE_TEAM, "", "", "{\"name\":\"New\"}");
    assertThat(call(Operation.CREATE_TEAM, "", "", "{\"name\":\"New\"}").status()).isEqualTo(409);
    String id = created.text("team_id");
    ok(Operation.GET_TEAM, "", "", "", id);
    ok(Operation.CHANGE_TEAM, "", created.header("ETag"), "{\"name\":\"Newer\"}", id);
    ok(Operation.LIST_TEAMS, "", "", "");
  }

  /** The caller's own credential, the one from which its token is. */
  private void own() {
    Answer list = ok(Operation.LIST_CREDENTIALS, "", "", "");
    String client = list.json().at("/credentials/0/client_id").stringValue();
    Answer credential = ok(Operation.GET_CREDENTIAL, "", "", "", client);
    Answer changed =
        ok(
            Operation.CHANGE_CREDENTIAL,
            "",
            credential.header("ETag"),
            "{\"name\":\"Renamed\",\"networks\":[\"127.0.0.0/8\"],\"options\":[\"require_proof_key\"],"
                + "\"description\":\"Helps\",\"homepage\":\"https://a.example\",\"privacy\":\"https://a.example\"}",
            client);
    assertThat(changed.json().path("options")).hasSize(1);
    assertThat(
            call(
                    Operation.CHANGE_CREDENTIAL,
                    "",
                    changed.header("ETag"),
                    "{\"scope\":\"read:nothing:known\",\"redirect_uris\":[\"http://x\"]}",
                    client)
                .json()
                .path("fields"))
        .hasSize(2);
    Answer added = ok(Operation.ADD_SECRET, "", "", "", client);
    assertThat(call(Operation.ADD_SECRET, "", "", "", client).status()).isEqualTo(409);
    ok(Operation.LIST_SECRETS, "", "", "", client);
    String secret = added.text("secret_id");
    ok(Operation.RETIRE_SECRET, "", "", "", client, secret);
    ok(Operation.RETIRE_SECRET, "", "", "", client, secret);
    assertThat(latchkey.log()).doesNotContain(added.text("client_secret"));
  }

  private Set<String> unseen() {
    List<String> sent = Arrays.stream(ApiBody.values()).map(ApiBody::schema).toList();
    var all = new TreeSet<String>();
    description()
        .at("/components/schemas")
        .propertyStream()
        .filter(schema -> !sent.contains(schema.getKey()))
        .forEach(schema ->
            schema
                .getValue()
                .path("properties")
                .propertyNames()
                .forEach(field -> all.add(schema.getKey() + "." + field)));
    all.removeAll(described.seen());
    return all;
  }

  Answer ok(Operation operation, String query, String version, String body, String... segments) {
    if (operation.call().isOnVersion) {
      assertThat(call(operation, query, "", body, segments).status()).isEqualTo(428);
    }
    Answer answer = call(operation, query, version, body, segments);
    assertThat(answer.status()).as(operation + " " + answer).isBetween(200, 204);
    called.add(operation);
    return answer;
  }

  Answer call(Operation operation, String query, String version, String body, String... segments) {
    String path = operation.path();
    for (String segment : segments) {
      path = path.replaceFirst("\\{[a-z_]+}", segment);
    }
    String sent = operation.method() + " " + path + query;
    Answer answer =
        operation == Operation.CHANGE_LOGO
            ? ManagementApi.send(latchkey, token, sent, Logos.png(8, 0xff))
            : ManagementApi.send(latchkey, token, sent, version, body);
    described.check(operation, answer);
    return answer;
  }
}
