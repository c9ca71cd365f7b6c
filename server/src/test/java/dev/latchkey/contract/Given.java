package dev.latchkey.contract;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Team;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prepares what the lines {@code given:} of a transcript describe, and gives names to the values
 * that it creates. There is always a person, who is a member of one team.
 */
final class Given {
  private static final int WRONG_SECRETS = 20;

  private final Latchkey latchkey;
  private final Placeholders names;
  private final Person person;
  private Optional<App> app = Optional.empty();
  private Optional<Browser> browser = Optional.empty();

  Given(Latchkey latchkey, Placeholders names) {
    this.latchkey = latchkey;
    this.names = names;
    this.person = latchkey.person();
    names.put("base_url", latchkey.url());
    names.put("port", String.valueOf(latchkey.port()));
    names.put("email", person.email());
    names.put("password", Http.encode(person.password()));
    names.put("name", person.user().name());
    names.put("team name", person.user().teams().getFirst().team().name());
    names.put("organization name", latchkey.organization().name());
    names.put("user_id", person.id());
    names.put("team_id", person.team());
    names.put("org_id", person.user().organization().value());
  }

  private Map<Pattern, Consumer<Matcher>> preparations() {
    return Map.ofEntries(
        preparation("a personal credential with the scope (\\S+)", this::credential),
        preparation("another personal credential", given -> otherCredential()),
        preparation("a code", given -> names.put("code", app().code(browser()))),
        preparation("a token pair", given -> tokens()),
        preparation("a signed-in browser", given -> cookies()),
        preparation("an organization credential with the scope (\\S+)", this::machine),
        preparation("a team's organization credential with the scope (\\S+)", this::teamMachine),
        preparation("the scope of the credential becomes (\\S+)", this::changeScope),
        preparation("the credential is deleted", given -> latchkey.delete(app())),
        preparation("([0-9]+) seconds? pass(?:es)?", this::pass),
        preparation(WRONG_SECRETS + " wrong secrets", given -> sendWrongSecrets()));
  }

  private static Map.Entry<Pattern, Consumer<Matcher>> preparation(
      String words, Consumer<Matcher> preparation) {
    return Map.entry(Pattern.compile(words), preparation);
  }

  void prepare(String words) {
    for (var preparation : preparations().entrySet()) {
      Matcher given = preparation.getKey().matcher(words);
      if (given.matches()) {
        preparation.getValue().accept(given);
        return;
      }
    }
    throw new AssertionError("unknown preparation; known are " + preparations().keySet());
  }

  private App app() {
    return app.orElseThrow(() -> new AssertionError("a personal credential must be given first"));
  }

  private Browser browser() {
    if (browser.isEmpty()) {
      browser = Optional.of(latchkey.browser().signIn(person));
    }
    return browser.get();
  }

  /** A credential whose owner is another person than the one who consents. */
  private void credential(Matcher given) {
    Person owner = latchkey.person();
    App created = latchkey.app(owner, List.of("https://app.example/callback"), given.group(1));
    names.put("client_id", created.id());
    names.put("client_secret", created.secret());
    names.put("credential name", created.credential().name());
    names.put("owner name", owner.user().name());
    names.put(
        "client_id and client_secret in base64", created.basic().substring("Basic ".length()));
    app = Optional.of(created);
  }

  private void otherCredential() {
    App other = latchkey.app();
    names.put("other client_id", other.id());
    names.put("other client_secret", other.secret());
  }

  private void cookies() {
    names.put("session", browser().cookie("latchkey_session"));
    names.put("browser", browser().cookie("latchkey_browser"));
  }

  private void tokens() {
    Tokens tokens = app().tokens(browser());
    names.put("access_token", tokens.access());
    names.put("refresh_token", tokens.refresh());
  }

  private void machine(Matcher given) {
    machine(given, Optional.empty());
  }

  private void teamMachine(Matcher given) {
    machine(given, Optional.of(person.user().teams().getFirst().team()));
  }

  private void machine(Matcher given, Optional<Team> reach) {
    Latchkey.Machine machine = latchkey.machine(person, reach, Scopes.parse(given.group(1)));
    names.put("organization_token", machine.token());
    names.put("administrator_id", machine.credential().subject().value());
    names.put("organization credential name", machine.credential().name());
    names.put("organization client_id", machine.credential().clientId().value());
  }

  private void changeScope(Matcher given) {
    latchkey.changeScope(app(), given.group(1));
  }

  private void pass(Matcher given) {
    latchkey.clock.pass(Duration.ofSeconds(Long.parseLong(given.group(1))));
  }

  private void sendWrongSecrets() {
    App other = latchkey.app();
    App wrong = app().withSecret(other.secret());
    for (int time = 0; time < WRONG_SECRETS; time++) {
      if (wrong.redeem("lk_ac_none").status() != 401) {
        throw new AssertionError("a wrong secret was not refused");
      }
    }
  }
}
