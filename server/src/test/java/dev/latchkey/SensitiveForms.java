package dev.latchkey;

import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.WaitingApp;
import dev.latchkey.harness.event.TestReview;
import dev.latchkey.harness.event.TestWebhook;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Fills in the form of each sensitive route correctly, for a person who may do the act. The person
 * and everything the form is about are new for each form. The person signed in 11 minutes ago, and
 * opened the pages before the form while the sign-in was recent.
 */
final class SensitiveForms {
  private static final String SECURITY = Section.SECURITY.path();
  private static final Pattern GRANT = Pattern.compile("name=\"grant\" value=\"([^\"]+)\"");
  private static final Pattern SESSION = Pattern.compile("name=\"session\" value=\"([^\"]+)\"");
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Latchkey latchkey;
  private final OidcProvider provider;

  SensitiveForms(Latchkey latchkey, OidcProvider provider) {
    this.latchkey = latchkey;
    this.provider = provider;
  }

  /** {@code fields}: those of the form, without its token. Some codes depend on the time. */
  record Filled(Browser browser, Person person, String path, Supplier<Map<String, String>> fields) {
    Answer send(String... more) {
      return send(Http.fields(fields.get(), more));
    }

    Answer send(Map<String, String> sent) {
      return sendTo(path, sent);
    }

    /** Opens the page that asks, if there is one. It takes what it asks about from its query. */
    Answer open() {
      return browser.get(path + "?" + Http.encoded(fields.get()));
    }

    Answer sendTo(String address, Map<String, String> sent) {
      String token = Browser.hidden(browser.get("/account/profile")).get("form_token");
      return browser.post(address, Http.fields(sent, "form_token", token));
    }
  }

  /** The people and the objects that the forms of a route are about. */
  private final class Scene {
    final Organization home;
    final Team team;
    final Person actor;
    final Person member;
    final Browser browser = latchkey.browser();
    final String section;

    Scene(Route route) {
      section = section(route);
      boolean isSingle = section.startsWith("/configuration");
      home =
          latchkey.organization(
              isSingle ? Organization.Kind.SINGLE_TEAM : Organization.Kind.MULTI_TEAM);
      team = latchkey.team(home);
      actor = actor();
      member = latchkey.person(home, User.Role.MEMBER, team);
      browser.signIn(actor);
      latchkey.clock.pass(Duration.ofMinutes(9));
    }

    private Person actor() {
      if (section.startsWith("/account")) {
        return latchkey.person(home, User.Role.MEMBER, team);
      }
      if (section.startsWith("/platform")) {
        return latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, team);
      }
      return section.startsWith("/organization")
              || List.of("/approvals", "/webhooks", "/calls", "/reviews").contains(section)
          ? latchkey.administrator(home)
          : latchkey.person(home, User.Role.MEMBER, true, team);
    }

    Filled filled(String below, String... fields) {
      return filled(below, () -> App.fields(fields));
    }

    Filled filled(String below, Supplier<Map<String, String>> fields) {
      latchkey.clock.pass(Duration.ofMinutes(2));
      return new Filled(
          browser,
          actor,
          section + below,
          () -> Http.fields(fields.get(), "organization", home.id().value()));
    }

    App app() {
      return latchkey.app(section.startsWith("/account") ? actor : member);
    }

    Latchkey.Machine machine() {
      return latchkey.machine(actor, Optional.of(team));
    }

    String version() {
      return String.valueOf(latchkey.managed(member).version());
    }

    String first(Pattern pattern, String page) {
      return pattern
          .matcher(browser.get(page).body())
          .results()
          .map(found -> found.group(1))
          .findFirst()
          .orElseThrow();
    }
  }

  private static String section(Route route) {
    String pattern = route.pattern().toString();
    return List.of(Section.values()).stream()
        .map(Section::path)
        .filter(path -> pattern.startsWith(path + "/"))
        .max(Comparator.comparingInt(String::length))
        .orElseThrow(() -> new AssertionError("in which section is " + pattern + "?"));
  }

  Filled of(Route route) {
    String below = route.pattern().toString().substring(section(route).length());
    var scene = new Scene(route);
    return switch (scene.section) {
      case "/account/security" -> ofSecurity(scene, below);
      case "/webhooks", "/platform/webhooks" ->
          scene.filled(
              TestWebhook.below(latchkey, scene.home.id(), scene.section, below),
              TestWebhook.fields(formId()));
      case "/reviews" -> scene.filled(TestReview.item(latchkey, scene.home), "decision", "KEPT");
      default ->
          scene.section.endsWith("/people") ? ofPeople(scene, below) : ofCredentials(scene, below);
    };
  }

  private Filled ofSecurity(Scene at, String below) {
    return switch (below) {
      case "/sessions" -> {
        latchkey.browser().signIn(at.actor);
        yield at.filled(below, "which", "others");
      }
      case "/password" ->
          at.filled(
              below,
              "new_password",
              "seven wet umbrellas",
              "repeated_password",
              "seven wet umbrellas");
      case "/factor/new", "/passkeys/new" -> at.filled(below);
      case "/factor/confirm" -> {
        Answer offer = Authenticator.post(at.browser, "factor/new");
        var app = Authenticator.reading(offer.body());
        String sealed = Browser.hidden(offer).get("offer");
        yield at.filled(
            below, () -> App.fields("offer", sealed, "code", app.code(latchkey.clock.instant())));
      }
      case "/factor/codes", "/factor/remove" -> {
        var app = Authenticator.enrol(at.browser, latchkey.clock.instant());
        yield at.filled(below, () -> App.fields("code", app.code(latchkey.clock.instant())));
      }
      case "/passkeys" -> {
        Answer offer = Authenticator.post(at.browser, "passkeys/new");
        yield at.filled(below, newPasskey(offer, new PasskeyDevice(latchkey.url())));
      }
      case "/passkeys/remove" -> {
        var device = new PasskeyDevice(latchkey.url());
        Answer offer = Authenticator.post(at.browser, "passkeys/new");
        at.browser.submit(offer, newPasskey(offer, device));
        yield at.filled(below, "passkey_id", device.id());
      }
      case "/links/{provider}" -> at.filled("/links/idp");
      case "/links/{provider}/remove" -> {
        provider.subject = "subject-" + COUNT.incrementAndGet();
        Answer away = Authenticator.post(at.browser, "links/idp");
        at.browser.get(at.browser.get(away.location()).location());
        yield at.filled("/links/idp/remove");
      }
      default -> throw unknown(below);
    };
  }

  private static String[] newPasskey(Answer offer, PasskeyDevice device) {
    return new String[] {
      "challenge", Browser.hidden(offer).get("challenge"),
      "name", "Laptop",
      "passkey", device.create(PasskeyDevice.options(offer))
    };
  }

  private Filled ofPeople(Scene at, String below) {
    String id = at.member.id();
    String one = below.replace("{user_id}", id);
    String name = "Person " + COUNT.incrementAndGet();
    String email = "new-" + at.member.email();
    return switch (below) {
      case "/new" -> at.filled(below, person(at, name, email));
      case "/invite" -> at.filled(below, "lines", email + "," + name);
      case "/disable", "/end-access" -> {
        latchkey.browser().signIn(at.member);
        yield at.filled(below, "user", id, "version." + id, at.version());
      }
      case "/{user_id}" -> {
        var fields = new HashMap<>(App.fields(person(at, name, email)));
        fields.put("version", at.version());
        yield at.filled(one, () -> fields);
      }
      case "/{user_id}/enable" -> {
        latchkey.disable(at.member);
        yield at.filled(one, "version", at.version());
      }
      case "/{user_id}/disable", "/{user_id}/link" -> at.filled(one, "version", at.version());
      case "/{user_id}/factor" -> {
        Authenticator.enrol(latchkey.browser().signIn(at.member), latchkey.clock.instant());
        yield at.filled(one, "version", at.version());
      }
      case "/{user_id}/apps/end" -> {
        at.app().tokens(latchkey.browser().signIn(at.member));
        String grant = at.first(GRANT, at.section + "/" + id + "/apps");
        yield at.filled(one, "grant", grant, "version", at.version());
      }
      case "/{user_id}/sessions/end" -> {
        latchkey.browser().signIn(at.member);
        String session = at.first(SESSION, at.section + "/" + id + "/sessions");
        yield at.filled(one, "session", session, "version", at.version());
      }
      default -> throw unknown(below);
    };
  }

  private static String[] person(Scene at, String name, String email) {
    return new String[] {
      "name",
      name,
      "email",
      email,
      "role",
      User.Role.MEMBER.name(),
      "team." + at.team.id().value(),
      "MEMBER"
    };
  }

  private Filled ofCredentials(Scene at, String below) {
    return switch (below) {
      case "/new" ->
          at.filled(below, at.section.startsWith("/platform") ? organization() : credential());
      case "/public-apps" -> at.filled(below, policy());
      case "/settings" -> at.filled(below, "days", "7");
      case "/decide" ->
          at.filled(
              below,
              "app",
              waitingApp(at),
              "decision",
              "allow",
              "seen",
              "WAITING",
              "scope",
              "read:issue:info",
              "version",
              "1");
      case "/delete" -> at.filled(below, "client", at.app().id(), "total", "1");
      default -> below.contains("/tokens/") ? ofMachine(at, below) : ofApp(at, below);
    };
  }

  private Filled ofMachine(Scene at, String below) {
    Latchkey.Machine machine = at.machine();
    String one = below.replace("{client_id}", machine.credential().clientId().value());
    return switch (below.substring("/{client_id}".length())) {
      case "/tokens/new" -> at.filled(one, "overlap", "NONE", "form_id", formId());
      case "/tokens/revoke" -> at.filled(one, "token", hash(machine.token()));
      case "/tokens/child" -> at.filled(one, "token", hash(child(machine.token())));
      default -> throw unknown(below);
    };
  }

  private Filled ofApp(Scene at, String below) {
    App app = at.app();
    String one = below.replace("{client_id}", app.id());
    return switch (below.substring("/{client_id}".length())) {
      case "/transfer" -> {
        String heir = latchkey.person(at.home, User.Role.MEMBER, at.team).email();
        yield at.filled(one, "new_owner", heir);
      }
      case "/delete" -> at.filled(one, "name", app.credential().name());
      case "/secrets/new" -> at.filled(one, "form_id", formId());
      case "/secrets/retire" -> {
        String address = at.section + one.replace("/retire", "/new");
        String token = Browser.hidden(at.browser.get(SECURITY)).get("form_token");
        at.browser.post(address, App.fields("form_token", token, "form_id", formId()));
        yield at.filled(one, "secret", hash(app.secret()));
      }
      case "/access/end" -> {
        app.tokens(latchkey.browser().signIn(at.member));
        yield at.filled(one, "everyone", "yes");
      }
      case "/access/child" -> {
        var tokens = app.tokens(latchkey.browser().signIn(at.member));
        yield at.filled(one, "token", hash(child(tokens.access())));
      }
      case "/offer" -> {
        App offered = latchkey.app(at.member);
        latchkey
            .stores()
            .credentials()
            .offers()
            .offer(
                offered.credential(), at.actor.user().id(), at.member.user().id(), latchkey.now());
        yield at.filled(below.replace("{client_id}", offered.id()), "version", "1");
      }
      default -> throw unknown(below);
    };
  }

  private static String[] credential() {
    return new String[] {
      "name", "Credential",
      "redirect_uri", "https://app.example/callback",
      "scope", "read:issue:info",
      "form_id", formId()
    };
  }

  private static String[] organization() {
    int number = COUNT.incrementAndGet();
    return new String[] {
      "organization", "Founded " + number,
      "kind", "MULTI_TEAM",
      "team", "Team",
      "name", "Founder",
      "email", "founder" + number + "@example.org"
    };
  }

  private static String[] policy() {
    return new String[] {"rule", "ASK", "scope", "read:issue:info", "days", "30", "version", "0"};
  }

  private String waitingApp(Scene at) {
    String name = "waiting-" + COUNT.incrementAndGet();
    return WaitingApp.of(latchkey, name, at.actor.user().id(), at.member.user());
  }

  private String child(String parent) {
    return Http.here()
        .form(
            latchkey.url() + "/oauth2/token",
            App.fields(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token",
                parent,
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:access_token"))
        .text("access_token");
  }

  private static String hash(String secret) {
    return SecretHash.of(secret).text();
  }

  private static String formId() {
    return Id.FORM.draw(new SecureRandom()).value();
  }

  private static AssertionError unknown(String below) {
    return new AssertionError("say in SensitiveForms how the form of " + below + " is filled in");
  }
}
