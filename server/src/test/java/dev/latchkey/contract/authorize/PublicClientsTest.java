package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.AppSite;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limit;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.CodeChallenge;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import dev.latchkey.storage.publicclient.ClientRequests;
import dev.latchkey.storage.publicclient.PublicClients.Admission;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import tools.jackson.databind.JsonNode;

/**
 * Apps that come without a credential (docs/decisions/0065). Each test has its own organization.
 */
@EachStore.ForClass
class PublicClientsTest {
  private static final String SCOPE = "read:issue:info";
  private static final Pattern SELECTED =
      Pattern.compile("name=\"scope\" value=\"([^\"]+)\" checked");
  private static final String VERIFIER = "a-verifier-of-forty-three-characters-at-least";
  private static final String CALLBACK = "http://127.0.0.1:8123/callback";

  private static Latchkey latchkey;
  private static AppSite site;

  @Parameter Store store;

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);
  private final Browser desk = latchkey.browser().signIn(administrator);
  private final Person person = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  private final Browser browser = latchkey.browser().signIn(person);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    site = new AppSite();
    var rules =
        new PublicClientRules(
            true, true, Set.of("localhost"), Optional.of(site.certificate().files().certificate()));
    latchkey =
        Latchkey.start(
            store,
            settings ->
                settings
                    .with(rules)
                    .with(new Limits(Map.of(Limit.CHILD_TOKENS, 5)))
                    .with(managed(settings.platform().catalogue())));
  }

  private static Catalogue managed(Catalogue catalogue) {
    var meaning = new Scope.Meaning("People", "", "Management of Latchkey");
    return catalogue.with(
        new Catalogue(
            Stream.of("read:latchkey:users", "write:latchkey:users")
                .map(name -> new Scope(name, meaning, Map.of()))
                .toList()));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
    site.close();
  }

  @Test
  void without_the_operator_there_is_nothing_of_it() {
    try (Latchkey plain = Latchkey.start(store)) {
      Answer metadata = Http.here().get(plain.url() + "/.well-known/oauth-authorization-server");
      assertThat(metadata.json().has("client_id_metadata_document_supported")).isFalse();
      assertThat(metadata.json().has("registration_endpoint")).isFalse();
      assertThat(Http.here().json(plain.url() + "/oauth2/register", "{}").status()).isEqualTo(404);
      Browser signedIn = plain.browser().signIn(plain.person());
      assertThat(signedIn.authorize(request("https://app.example/client.json")).status())
          .isEqualTo(400);
      Browser chief = plain.browser().signIn(plain.administrator());
      assertThat(chief.get("/organization/credentials/public-apps").status()).isEqualTo(404);
    }
  }

  @Test
  void the_metadata_lists_where_no_secret_is_needed() {
    JsonNode metadata =
        Http.here().get(latchkey.url() + "/.well-known/oauth-authorization-server").json();

    for (String endpoint : List.of("token", "revocation")) {
      assertThat(metadata.path(endpoint + "_endpoint_auth_methods_supported"))
          .extracting(JsonNode::asString)
          .contains("none");
    }
    assertThat(metadata.path("introspection_endpoint_auth_methods_supported"))
        .extracting(JsonNode::asString)
        .doesNotContain("none");
  }

  @Test
  void without_a_policy_no_document_is_fetched() {
    String app = site.publish("/quiet.json", CALLBACK);
    int before = site.requests();

    Answer refused = browser.authorize(request(app));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body())
        .contains("does not allow this app", app, SCOPE, administrator.user().name())
        .doesNotContain("Request access", "Go back to");
    assertThat(site.requests()).isEqualTo(before);
  }

  @Test
  void a_first_policy_suggests_no_scope_that_writes_or_manages_the_installation() {
    Answer page = desk.get("/organization/credentials/public-apps");

    assertThat(page.body()).contains("value=\"write:latchkey:users\"");
    assertThat(SELECTED.matcher(page.body()).results().map(found -> found.group(1)))
        .contains(SCOPE)
        .allMatch(scope -> scope.startsWith("read:"))
        .noneMatch(scope -> scope.contains("latchkey"));
  }

  @Test
  void an_allowed_app_gets_tokens_without_a_secret() {
    setPolicy("ALLOW", "localhost", "7");
    String app = site.publish("/agent.json", CALLBACK);
    Answer page = browser.authorize(request(app));
    assertThat(page.body())
        .contains("Published by localhost.", "Agent /agent.json", "7 days at most");

    String code = code(page);
    assertThat(redeem(app, code, "code_verifier", "x".repeat(43)).error())
        .isEqualTo("invalid_grant");
    assertThat(redeem(app, code).error()).isEqualTo("invalid_grant");
    Tokens tokens = Tokens.of(redeem(app, code, "code_verifier", VERIFIER));
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(redeem(app, code, "code_verifier", VERIFIER).error()).isEqualTo("invalid_grant");

    Tokens fresh = Tokens.of(refresh(app, tokens.refresh()));
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(refresh(app, tokens.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(refresh(site.address("/other.json"), fresh.refresh()).error())
        .isEqualTo("invalid_grant");

    Credential credential = latchkey.owned(administrator).getFirst();
    assertThat(credential.scope().names()).containsExactly(SCOPE);
    latchkey.delete(credential);
    assertThat(latchkey.isActive(fresh.access())).isFalse();
    assertThat(browser.authorize(request(app)).status()).isEqualTo(200);
  }

  @Test
  void the_links_of_a_document_are_shown_and_one_on_its_own_host_is_marked() {
    setPolicy("ALLOW", "localhost", "7");
    String document =
        "{'client_id':'%s','redirect_uris':['%s'],'client_uri':'https://localhost/a','policy_uri':'https://law.example'}"
            .formatted(site.address("/linked.json"), CALLBACK);
    site.publish("/linked.json", 200, "application/json", document.replace('\'', '"'));
    assertThat(browser.authorize(request(site.address("/linked.json"))).body())
        .contains("<bdi>localhost</bdi>", "On the host that publishes the app", "law.example");
  }

  @Test
  void an_app_revokes_its_own_tokens_only() {
    setPolicy("ALLOW", "", "30");
    String app = site.publish("/revoking.json", CALLBACK);
    Tokens tokens =
        Tokens.of(redeem(app, code(browser.authorize(request(app))), "code_verifier", VERIFIER));

    assertThat(revoke(site.address("/other.json"), tokens.access()).body()).isEqualTo("{}");
    assertThat(latchkey.isActive(tokens.access())).isTrue();
    assertThat(revoke(app, tokens.access()).status()).isEqualTo(200);
    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(refresh(app, tokens.refresh()).error()).isEqualTo("invalid_grant");
    assertThat(revoke(app, tokens.refresh()).status()).isEqualTo(200);
  }

  @Test
  void an_app_revokes_a_child_token_of_its_own_alone() {
    setPolicy("ALLOW", "", "30");
    String app = site.publish("/delegating.json", CALLBACK);
    String code = code(browser.authorize(request(app)));
    Tokens tokens = Tokens.of(redeem(app, code, "code_verifier", VERIFIER));
    String child = child(tokens.access());

    assertThat(revoke(site.address("/other.json"), child).status()).isEqualTo(200);
    assertThat(latchkey.isActive(child)).isTrue();
    assertThat(revoke(app, child).status()).isEqualTo(200);
    assertThat(latchkey.isActive(child)).isFalse();
    assertThat(latchkey.isActive(tokens.access())).isTrue();
  }

  private static String child(String parent) {
    return Http.here()
        .form(
            latchkey.url() + "/oauth2/token",
            Map.of(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:access_token",
                "subject_token",
                parent))
        .json()
        .path("access_token")
        .asString();
  }

  @Test
  void the_request_of_an_app_is_bounded_by_its_document_and_the_policy() {
    setPolicy("ALLOW", "", "30");
    String app = site.publish("/bound.json", "http://localhost/cb", "https://app.example/cb");

    assertThat(browser.authorize(request(app, "redirect_uri", "http://localhost:9/cb")).status())
        .isEqualTo(200);
    for (String[] wrong :
        new String[][] {
          {"redirect_uri", "https://evil.example/cb"},
          {"redirect_uri", "http://localhost:9/other"}
        }) {
      assertThat(browser.authorize(request(app, wrong)).status()).isEqualTo(400);
    }
    assertThat(sentBack(app, "code_challenge", "", "code_challenge_method", ""))
        .isEqualTo("invalid_request");
    assertThat(sentBack(app, "scope", "write:issue:info")).isEqualTo("invalid_scope");
  }

  @Test
  void an_app_that_changes_its_document_is_shown_again_before_it_is_allowed() {
    setPolicy("ALLOW", "", "30");
    String app = site.publish("/moving.json", CALLBACK);
    String request = request(app, "redirect_uri", CALLBACK);
    Answer page = browser.authorize(request);
    site.publish("/moving.json", CALLBACK, "https://elsewhere.example/cb");
    latchkey.clock.pass(Duration.ofMinutes(6));

    Answer again = browser.approve(page);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("The app was changed since this page was shown.");
    assertThat(code(again)).isNotEqualTo("null");
  }

  @Test
  void an_app_is_not_allowed_for_longer_than_the_page_said() {
    setPolicy("ALLOW", "", "7");
    String app = site.publish("/longer.json", CALLBACK);
    Answer page = browser.authorize(request(app));
    setPolicy("ALLOW", "", "30");

    Answer again = browser.approve(page);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("30 days at most");
    assertThat(code(again)).isNotEqualTo("null");
  }

  @Test
  void an_administrator_decides_about_an_app_that_waits() {
    setPolicy("ASK", "", "30");
    String wanted = site.publish("/wanted.json", CALLBACK);
    String unwanted = site.publish("/unwanted.json", CALLBACK);
    for (String app : List.of(wanted, unwanted)) {
      assertThat(ask(browser, app, "For the minutes").status()).isEqualTo(202);
    }
    Answer queue = desk.get("/approvals");
    assertThat(queue.body()).contains(wanted, unwanted, person.user().name());

    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = review(wanted);
    assertThat(asked.body()).contains(wanted, CALLBACK, person.user().name(), SCOPE);
    assertThat(decide(asked).status()).isEqualTo(403);
    assertThat(
            desk.submit(
                    asked,
                    "decision",
                    "allow",
                    "scope",
                    SCOPE,
                    "current_password",
                    administrator.password())
                .status())
        .isEqualTo(303);
    assertThat(decide(unwanted, "deny").status()).isEqualTo(303);
    assertThat(decide(wanted, "deny").status()).isEqualTo(409);

    assertThat(browser.authorize(request(wanted)).status()).isEqualTo(200);
    assertThat(browser.authorize(request(unwanted)).body()).contains("was denied");
    assertThat(latchkey.owned(administrator)).hasSize(1);
    assertThat(review(unwanted).body()).contains("Allow Agent");
    assertThat(desk.get("/audit/export.jsonl").body())
        .containsPattern("client_request.*" + wanted + ".*" + SCOPE)
        .containsPattern("credential_create.*" + wanted)
        .containsPattern("client_deny.*" + unwanted)
        .containsPattern("client_policy_change.*\\[\\\\*\"ASK");
  }

  @Test
  void an_app_is_not_let_in_under_a_policy_that_the_administrator_has_not_seen() {
    setPolicy("ASK", "", "30");
    String app = site.publish("/judged.json", CALLBACK);
    ask(browser, app, "");
    Answer asked = review(app);
    setPolicy("ASK", "", "31");

    Answer late = decide(asked);

    assertThat(late.status()).isEqualTo(409);
    assertThat(latchkey.owned(administrator)).isEmpty();
    assertThat(decide(review(app)).status()).isEqualTo(303);
  }

  private Answer decide(Answer asked) {
    return desk.submit(asked, "decision", "allow", "scope", SCOPE);
  }

  @Test
  void other_organizations_and_other_hosts_are_not_affected() {
    setPolicy("ALLOW", "apps.example", "30");
    String app = site.publish("/elsewhere.json", CALLBACK);
    assertThat(browser.authorize(request(app)).status()).isEqualTo(403);

    setPolicy("ALLOW", "", "30");
    Browser stranger = latchkey.browser().signIn(latchkey.person());
    assertThat(stranger.authorize(request(app)).status()).isEqualTo(403);
    assertThat(browser.authorize(request(app)).status()).isEqualTo(200);

    setPolicy("DENY", "", "30");
    assertThat(browser.authorize(request(app)).status()).isEqualTo(403);
    assertThat(browser.get("/organization/credentials/public-apps").status()).isEqualTo(403);
    assertThat(browser.get("/approvals").status()).isEqualTo(403);
  }

  /** Introspection tells an app the id of the credential that it got. */
  @Test
  void an_app_does_not_escape_the_policy_by_the_id_of_its_credential() {
    setPolicy("ALLOW", "", "7");
    String app = site.publish("/escaping.json", CALLBACK);
    assertThat(code(browser.authorize(request(app)))).isNotEqualTo("null");
    String id = letIn().clientId().value();

    Answer refused = browser.authorize(request(id));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("This app is not registered here");
    Browser stranger = latchkey.browser().signIn(latchkey.person());
    assertThat(stranger.authorize(request(id)).status()).isEqualTo(400);
  }

  @Test
  void the_write_of_a_grant_asks_what_the_organization_of_the_person_allows() {
    setPolicy("ALLOW", "", "7");
    String app = site.publish("/written.json", CALLBACK);
    assertThat(code(browser.authorize(request(app)))).isNotEqualTo("null");
    Person stranger = latchkey.person();
    Optional<Duration> week = Optional.of(Duration.ofDays(7));

    assertThat(approve(person, Optional.empty())).isEqualTo(Approval.OVER);
    assertThat(approve(stranger, week)).isEqualTo(Approval.OVER);
    assertThat(approve(person, week)).isEqualTo(Approval.APPROVED);
    setPolicy("DENY", "", "7");
    assertThat(approve(person, week)).isEqualTo(Approval.OVER);
  }

  private Approval approve(Person by, Optional<Duration> longest) {
    var random = new SecureRandom();
    Credential.Personal credential = letIn();
    var consent =
        new Consent(
            credential.clientId(),
            by.user().id(),
            by.user().teams().getFirst().team().id(),
            new Allowance(credential.scope(), Optional.empty()),
            Scopes.Separator.SPACE,
            longest);
    return latchkey
        .stores()
        .grants()
        .consents()
        .approve(
            Id.REQUEST.draw(random),
            new NewGrant(Id.GRANT.draw(random), consent, credential.version()),
            new NewCode(Secret.CODE.mint(random), CALLBACK, Optional.empty()),
            latchkey.now());
  }

  private Credential.Personal letIn() {
    return (Credential.Personal) latchkey.owned(administrator).getFirst();
  }

  @Test
  void a_document_that_is_not_that_of_a_public_client_is_refused() {
    setPolicy("ALLOW", "", "30");
    String json = "application/json";
    String sound = "{\"client_id\":\"%s\",\"redirect_uris\":[\"" + CALLBACK + "\"]%s}";
    Map<String, String> documents = new HashMap<>();
    documents.put("/a", site.publish("/a", 302, json, sound.formatted(site.address("/a"), "")));
    documents.put(
        "/b", site.publish("/b", 200, "text/html", sound.formatted(site.address("/b"), "")));
    documents.put("/c", site.publish("/c", 200, json, sound.formatted("https://x.example", "")));
    documents.put(
        "/d",
        site.publish(
            "/d",
            200,
            json,
            sound.formatted(site.address("/d"), ",\"x\":\"" + "x".repeat(5_200) + "\"")));
    documents.put(
        "/e",
        site.publish(
            "/e",
            200,
            json,
            sound.formatted(
                site.address("/e"), ",\"token_endpoint_auth_method\":\"client_secret_post\"")));
    documents.put("/f", site.publish("/f", 200, json, "[]"));
    documents.forEach((path, app) ->
        assertThat(browser.authorize(request(app)).body())
            .as(path)
            .contains("The app could not be identified"));

    String app = site.publish("/g", 200, json, sound.formatted(site.address("/g"), ",\"x\":1"));
    assertThat(browser.authorize(request(app)).status()).isEqualTo(200);
  }

  @Test
  void a_document_at_a_private_address_is_not_fetched() {
    var rules = new PublicClientRules(true, true, Set.of(), Optional.empty());
    var policy = new ClientPolicy(ClientPolicy.Rule.ALLOW, List.of(), Scopes.parse(SCOPE), 30, 0);
    try (Upstream inside = Upstream.that(call -> {});
        Latchkey strict = Latchkey.start(store, settings -> settings.with(rules))) {
      Id.Organization own = strict.organization().id();
      var policies = strict.stores().credentials().clientPolicies();
      policies.change(own, policy, strict.administrator().user().id(), strict.now());
      String app = inside.address().replace("http://127.0.0.1", "https://localhost") + "/app";

      Answer refused = strict.browser().signIn(strict.person()).authorize(request(app));

      assertThat(refused.body()).contains("The app could not be identified");
      assertThat(inside.connections()).isZero();
    }
  }

  @Test
  void a_program_registers_itself_for_its_own_computer_only() {
    setPolicy("ALLOW", "localhost", "30");
    assertThat(register("{\"redirect_uris\":[\"https://app.example/cb\"]}").error())
        .isEqualTo("invalid_redirect_uri");
    String metadata =
        "{\"client_name\":\"Editor\",\"redirect_uris\":[\"http://localhost:5123/cb\"]}";
    Answer registered = register(metadata);
    assertThat(registered.status()).isEqualTo(201);
    assertThat(registered.text("token_endpoint_auth_method")).isEqualTo("none");
    String app = registered.text("client_id");

    Answer page = browser.authorize(request(app, "redirect_uri", "http://localhost:5124/cb"));
    assertThat(page.body()).contains("This is a program on your computer", "Editor");
    Tokens tokens = Tokens.of(redeem(app, code(page), "code_verifier", VERIFIER));
    String again = register(metadata).text("client_id");
    assertThat(again).isNotEqualTo(app);
    assertThat(latchkey.isActive(Tokens.of(refresh(again, tokens.refresh())).access())).isTrue();
    assertThat(latchkey.owned(administrator)).hasSize(1);
    assertThat(PublicClientId.parse(app + "x")).isPresent();
    assertThat(browser.authorize(request(app + "x")).status()).isEqualTo(400);
  }

  @Test
  void of_many_first_requests_at_once_one_creates_the_credential() {
    setPolicy("ALLOW", "", "30");
    var random = latchkey.installation().random();
    var app =
        new PublicClient(
            "https://many.example/app",
            Optional.of("many.example"),
            "Many",
            List.of(new RedirectUri(CALLBACK)));
    var clients = latchkey.stores().credentials().publicClients();

    List<Admission> admissions =
        Crowd.of(
            16, i -> clients.admit(app, person.user(), Id.CLIENT.draw(random), latchkey.now()));

    assertThat(admissions)
        .allMatch(Admission.Admitted.class::isInstance)
        .extracting(one -> ((Admission.Admitted) one).credential().clientId())
        .containsOnly(latchkey.owned(administrator).getFirst().clientId());
    assertThat(latchkey.owned(administrator)).hasSize(1);
  }

  @Test
  void one_person_does_not_keep_the_apps_of_others_from_being_asked_for() {
    setPolicy("ASK", "", "30");
    for (int i = 0; i < 10; i++) {
      assertThat(asked("many-" + i, person)).isEqualTo(ClientRequests.Outcome.FIRST);
    }

    assertThat(asked("many-10", person)).isEqualTo(ClientRequests.Outcome.TOO_MANY);

    assertThat(asked("many-3", person)).isEqualTo(ClientRequests.Outcome.REPEATED);
    assertThat(admit("many-3", person)).as("it waits").isEqualTo(Admission.Refused.WAITING);
    Person other = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    assertThat(asked("honest", other)).isEqualTo(ClientRequests.Outcome.FIRST);
    assertThat(asked("honest", person)).isEqualTo(ClientRequests.Outcome.TOO_MANY);
    assertThat(decide("many-3", "deny").status()).isEqualTo(303);
    assertThat(asked("many-10", person)).isEqualTo(ClientRequests.Outcome.FIRST);
  }

  @Test
  void an_app_that_nobody_decides_about_waits_for_thirty_days() {
    setPolicy("ASK", "", "30");
    for (int i = 0; i < 10; i++) {
      asked("old-" + i, person);
    }
    latchkey.clock.pass(Duration.ofDays(30));

    assertThat(asked("new", person)).isEqualTo(ClientRequests.Outcome.FIRST);
    assertThat(latchkey.stores().credentials().clientRequests().ofPerson(person.user())).hasSize(1);

    assertThat(desk().body()).contains("new").doesNotContain("old-1");
  }

  @Test
  void one_person_does_not_use_up_what_the_organization_may_have_when_all_apps_are_allowed() {
    setPolicy("ALLOW", "", "30");
    for (int i = 0; i < 100; i++) {
      assertThat(admit("many-" + i, person)).isInstanceOf(Admission.Admitted.class);
    }

    assertThat(admit("many-100", person)).isEqualTo(Admission.Refused.TOO_MANY);

    Admission known = admit("many-7", person);
    assertThat(known).isInstanceOf(Admission.Admitted.class);
    Person other = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    assertThat(admit("honest", other)).isInstanceOf(Admission.Admitted.class);
    latchkey.delete(((Admission.Admitted) known).credential());
    assertThat(admit("many-100", person)).isInstanceOf(Admission.Admitted.class);
  }

  @Test
  void denied_apps_count_for_nothing_and_the_oldest_are_forgotten() {
    setPolicy("ASK", "", "30");
    asked("first", person);
    decide("first", "deny");
    latchkey.clock.pass(Duration.ofSeconds(1));
    deny(1_000);
    assertThat(desk().body()).contains("The first 200 apps are shown");

    assertThat(asked("next", person)).isEqualTo(ClientRequests.Outcome.FIRST);

    assertThat(admit("denied-7", person)).isEqualTo(Admission.Refused.DENIED);
    assertThat(admit("first", person)).isEqualTo(Admission.Refused.UNASKED);
  }

  /** As an administrator does who denies one app after the other. */
  private void deny(int apps) {
    latchkey
        .installation()
        .database()
        .write(sql -> {
          for (int i = 0; i < apps; i++) {
            sql.update(
                """
                INSERT INTO public_clients (organization_id, client_key, name, redirect_uris, state, asked_by, asked_at)
                VALUES (?, ?, 'Denied', ?, 'DENIED', ?, ?)
                """,
                home.id(),
                "denied-" + i,
                CALLBACK,
                person.user().id(),
                latchkey.clock.instant());
          }
          return apps;
        });
  }

  private Answer desk() {
    return latchkey.browser().signIn(administrator).get("/approvals");
  }

  private static ClientRequests.Outcome asked(String key, Person by) {
    var app = new PublicClient(key, Optional.empty(), key, List.of(new RedirectUri(CALLBACK)));
    return latchkey
        .stores()
        .credentials()
        .clientRequests()
        .ask(new ClientRequests.Wanted(app, "", Scopes.NONE), by.user(), latchkey.now());
  }

  private Admission admit(String key, Person by) {
    var app = new PublicClient(key, Optional.empty(), key, List.of(new RedirectUri(CALLBACK)));
    Id.Client fresh = Id.CLIENT.draw(latchkey.installation().random());
    return latchkey
        .stores()
        .credentials()
        .publicClients()
        .admit(app, by.user(), fresh, latchkey.now());
  }

  private void setPolicy(String rule, String hosts, String days) {
    Answer page = desk.get("/organization/credentials/public-apps");
    var fields = new HashMap<String, String>();
    fields.put("form_token", Browser.hidden(page).get("form_token"));
    fields.put("organization", home.id().value());
    fields.put("version", policyVersion());
    fields.put("rule", rule);
    fields.put("hosts", hosts);
    fields.put("scope", SCOPE);
    fields.put("days", days);
    Answer saved = desk.post("/organization/credentials/public-apps", fields);
    assertThat(saved.status()).as(saved.body()).isEqualTo(303);
  }

  private String policyVersion() {
    var policies = latchkey.stores().credentials().clientPolicies();
    return String.valueOf(policies.of(home.id()).version());
  }

  private Answer review(String app) {
    return desk.get("/approvals/decide?" + Http.encoded(Map.of("app", app)));
  }

  private Answer decide(String app, String decision) {
    return desk.post(
        "/approvals/decide",
        Map.of(
            "form_token",
            Browser.hidden(desk.get("/organization/credentials/public-apps")).get("form_token"),
            "organization",
            home.id().value(),
            "app",
            app,
            "version",
            policyVersion(),
            "seen",
            "WAITING",
            "scope",
            SCOPE,
            "decision",
            decision));
  }

  /** The person asks for an app on the page to which it has sent the browser. */
  private static Answer ask(Browser browser, String app, String reason) {
    Answer page = browser.authorize(request(app));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("needs an approval", SCOPE, "Go back to");
    return browser.follow(browser.submit(page, "decision", "ask", "reason", reason));
  }

  private static String request(String app, String... more) {
    var fields = new HashMap<String, String>();
    fields.put("client_id", app);
    fields.put("response_type", "code");
    fields.put("scope", SCOPE);
    fields.put("code_challenge", CodeChallenge.ofVerifier(VERIFIER).orElseThrow().text());
    fields.put("code_challenge_method", "S256");
    return Http.encoded(Http.fields(fields, more));
  }

  private String sentBack(String app, String... more) {
    return String.valueOf(browser.authorizeAndContinue(request(app, more)).sent().get("error"));
  }

  private String code(Answer consentPage) {
    return String.valueOf(browser.approve(consentPage).sent().get("code"));
  }

  private static Answer redeem(String app, String code, String... more) {
    return token(app, "authorization_code", Map.of("code", code), more);
  }

  private static Answer refresh(String app, String refreshToken) {
    return token(app, "refresh_token", Map.of("refresh_token", refreshToken));
  }

  private static Answer token(
      String app, String grantType, Map<String, String> fields, String... more) {
    var all = new HashMap<>(fields);
    all.put("client_id", app);
    all.put("grant_type", grantType);
    return Http.here().form(latchkey.url() + "/oauth2/token", Http.fields(all, more));
  }

  private static Answer revoke(String app, String token) {
    return Http.here()
        .form(latchkey.url() + "/oauth2/revoke", Map.of("client_id", app, "token", token));
  }

  private static Answer register(String metadata) {
    return Http.here().json(latchkey.url() + "/oauth2/register", metadata);
  }
}
