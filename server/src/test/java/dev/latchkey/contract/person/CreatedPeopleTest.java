package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.CreationRule.Place;
import dev.latchkey.login.provider.CreationRule.RequiredClaim;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** People whom the rules of an operator create at their first sign-in with a real provider. */
@EachStore.ForClass
class CreatedPeopleTest {
  private static final Id.Organization PLATFORM = Id.ORGANIZATION.draw(new SecureRandom());
  private static final Optional<String> TEAM = Optional.of("Planning");
  private static final Optional<String> NO_TEAM = Optional.empty();

  private static OidcProvider provider;
  private static Latchkey latchkey;

  @Parameter protected Store store;

  private final String email = "p" + UUID.randomUUID() + "@contoso.example";

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    provider = new OidcProvider(() -> latchkey.clock.instant());
    List<CreationRule> rules =
        List.of(
            rule("leads", Optional.of("leads"), TEAM, User.Role.TEAM_ADMINISTRATOR),
            rule("admins", Optional.of("admins"), NO_TEAM, User.Role.ORGANIZATION_ADMINISTRATOR),
            rule("lost", Optional.of("lost"), Optional.of("No such team"), User.Role.MEMBER),
            rule("staff", Optional.empty(), TEAM, User.Role.MEMBER));
    latchkey =
        Latchkey.start(
            store,
            settings ->
                settings.with(
                    ExternalServices.signIn(provider.as("first", rules), provider.as("plain"))));
    var directory = latchkey.stores().users().directory();
    var platform = new Organization(PLATFORM, "Contoso", Organization.Kind.MULTI_TEAM);
    directory.add(platform, latchkey.now());
    directory.add(new Team(Id.TEAM.draw(new SecureRandom()), TEAM.get(), PLATFORM), latchkey.now());
  }

  private static CreationRule rule(
      String name, Optional<String> group, Optional<String> team, User.Role role) {
    return new CreationRule(
        name,
        Set.of("contoso.example"),
        group.map(one -> new RequiredClaim("groups", Set.of(one))),
        new Place(PLATFORM, team, role));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
    provider.close();
  }

  @BeforeEach
  void arrive() {
    provider.subject = UUID.randomUUID().toString();
    says(claims -> claims);
  }

  @AfterEach
  void reset() {
    provider.claims = sound -> sound;
  }

  @Test
  void a_first_sign_in_creates_a_person_as_the_rule_says_and_a_second_finds_it() {
    says(claims -> claims.claim("name", "Nia New"));
    Browser browser = latchkey.browser();

    Answer in = signIn(browser);

    assertThat(in.location()).isEqualTo("/");
    assertThat(browser.get("/account/security").body()).contains("Nia New", "Linked");
    User created = created();
    assertThat(created.name()).isEqualTo("Nia New");
    assertThat(created.organization()).isEqualTo(PLATFORM);
    assertThat(created.role()).isEqualTo(User.Role.MEMBER);
    assertThat(created.teams())
        .singleElement()
        .satisfies(membership -> {
          assertThat(membership.team().name()).isEqualTo(TEAM.get());
          assertThat(membership.administers()).isFalse();
        });
    Person root = latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR);
    assertThat(latchkey.browser().signIn(root).get("/audit?event=USER_CREATE").body())
        .contains("first/staff");

    says(claims -> claims.claim("groups", List.of("admins")).claim("email", "x" + email));
    assertThat(signIn(latchkey.browser()).location()).isEqualTo("/");
    assertThat(created()).isEqualTo(created);
    assertThat(find("x" + email)).isEmpty();
  }

  @Test
  void the_first_rule_that_matches_decides_the_role() {
    says(claims -> claims.claim("groups", List.of("other", "leads")));

    signIn(latchkey.browser());

    assertThat(created().effectiveRole()).isEqualTo(User.Role.TEAM_ADMINISTRATOR);
    assertThat(created().role()).isEqualTo(User.Role.MEMBER);
  }

  @Test
  void a_claim_may_be_one_text() {
    says(claims -> claims.claim("groups", "admins"));

    signIn(latchkey.browser());

    assertThat(created().role()).isEqualTo(User.Role.ORGANIZATION_ADMINISTRATOR);
    assertThat(created().teams()).isEmpty();
  }

  @Test
  void an_address_that_the_provider_has_not_verified_creates_no_person() {
    for (Object verified : new Object[] {false, "true", 1}) {
      says(claims -> claims.claim("email_verified", verified));
      assertNoRule();
    }
    says(claims -> claims.claim("email_verified", null));
    assertNoRule();
  }

  @Test
  void only_the_same_domain_creates_a_person() {
    for (String domain :
        List.of(
            "sub.contoso.example",
            "evilcontoso.example",
            "contoso.example.evil.example",
            "contoso.example.",
            "contoso-example")) {
      says(claims -> claims.claim("email", "mei@" + domain));
      assertNoRule();
    }
    says(claims -> claims.claim("email", "mei@contoso.example@evil.example"));
    assertNoRule();
    says(claims -> claims.claim("email", List.of(email)));
    assertNoRule();
  }

  @Test
  void an_existing_account_is_never_taken_over_by_its_address() {
    Person there = latchkey.person();
    says(claims -> claims.claim("email", there.email()));
    assertNoRule();
    signIn(latchkey.browser());
    provider.subject = UUID.randomUUID().toString();
    says(claims -> claims.claim("email", email));
    signIn(latchkey.browser());
    Browser other = latchkey.browser();
    provider.subject = UUID.randomUUID().toString();

    Answer refused = signIn(other);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("already has your e-mail address");
    assertThat(other.get("/account/security").status()).isNotEqualTo(200);
  }

  @Test
  void a_rule_for_a_place_that_does_not_exist_creates_no_person() {
    says(claims -> claims.claim("groups", List.of("lost")));

    Answer refused = signIn(latchkey.browser());

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("Tell your administrator");
    assertThat(find(email)).isEmpty();
  }

  @Test
  void without_rules_a_sign_in_creates_no_person() {
    Answer refused = signIn(latchkey.browser(), "plain");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("No account here is linked");
    assertThat(find(email)).isEmpty();
  }

  @Test
  void two_first_sign_ins_at_once_create_one_person_and_both_sign_in() {
    List<Browser> browsers = List.of(latchkey.browser(), latchkey.browser());
    List<String> back =
        browsers.stream()
            .map(each -> each.get(begin(each, "first").location()).location())
            .toList();

    List<Answer> answers = Crowd.of(2, i -> browsers.get(i).get(back.get(i)));

    assertThat(answers).allMatch(answer -> answer.status() == 303);
    assertThat(find(email)).isPresent();
    assertThat(browsers).allMatch(each -> each.get("/account/security").status() == 200);
  }

  @Test
  void a_disabled_person_is_not_created_again() {
    signIn(latchkey.browser());
    latchkey.disable(new Person(created(), ""));

    Answer refused = signIn(latchkey.browser());

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).doesNotContain("already has your e-mail address");
  }

  private void assertNoRule() {
    Answer refused = signIn(latchkey.browser());
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("Ask your administrator for an invitation");
    assertThat(find(email)).isEmpty();
  }

  /** What the provider says, beginning with the address of this test. */
  private void says(UnaryOperator<JWTClaimsSet.Builder> more) {
    provider.claims = sound -> more.apply(sound.claim("email", email));
  }

  private User created() {
    return find(email).orElseThrow();
  }

  private static Optional<User> find(String email) {
    var directory = latchkey.stores().users().directory();
    return directory.findByEmail(email).flatMap(directory::find);
  }

  private static Answer signIn(Browser browser) {
    return signIn(browser, "first");
  }

  private static Answer signIn(Browser browser, String name) {
    return browser.get(browser.get(begin(browser, name).location()).location());
  }

  private static Answer begin(Browser browser, String name) {
    String token = Browser.hidden(browser.get("/sign-in")).get("form_token");
    return browser.post("/sign-in/with/" + name, App.fields("form_token", token));
  }
}
