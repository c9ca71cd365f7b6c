package dev.latchkey;

import dev.latchkey.api.Operation;
import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Route;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.PasskeyDevice;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Requests with bad input for any route. They have the fields of every form, because a route
 * ignores those that it does not know.
 */
final class BadInput {
  private static final String CALLBACK = "https://app.example/callback";

  private final Latchkey latchkey;
  private final SecureRandom random = new SecureRandom();
  private final AtomicInteger count = new AtomicInteger();
  private final Person victim;
  private final App victimsApp;
  private final PasskeyDevice victimsPasskey;
  private final Tokens victimsTokens;
  private final Person elsewhere;
  private final App appElsewhere;
  private final String tokenElsewhere;
  private final PasskeyDevice unknownPasskey;
  private final Map<String, String> spent = new HashMap<>();
  private Browser stranger;
  private Browser person;
  private Answer challenge;
  private String strangersForm = "";
  private String personsForm = "";

  /** Who sends a request. */
  enum Sender {
    STRANGER,
    PERSON_ELSEWHERE,
    APP_ELSEWHERE,
    TOKEN_ELSEWHERE
  }

  /** What is wrong with a request. */
  enum Kind {
    INVENTED("authorization_code"),
    INVENTED_REFRESH("refresh_token"),
    INVENTED_DEVICE("urn:ietf:params:oauth:grant-type:device_code"),
    INVENTED_EXCHANGE("urn:ietf:params:oauth:grant-type:token-exchange"),
    OF_THE_VICTIM("authorization_code"),
    OF_THE_VICTIM_REFRESH("refresh_token"),
    OF_THE_VICTIM_EXCHANGE("urn:ietf:params:oauth:grant-type:token-exchange"),
    SPENT("authorization_code"),
    SPENT_REFRESH("refresh_token"),
    EMPTY(""),
    WRONG_FORM_TOKEN("authorization_code");

    private static final List<Kind> READING = List.of(INVENTED, OF_THE_VICTIM);
    private static final List<Kind> ON_PAGES =
        List.of(INVENTED, OF_THE_VICTIM, SPENT, EMPTY, WRONG_FORM_TOKEN);

    private final String grantType;

    Kind(String grantType) {
      this.grantType = grantType;
    }

    static List<Kind> of(Route route) {
      if (route.method().equals("GET")) {
        return READING;
      }
      return route.face() == Route.Audience.PAGE ? ON_PAGES : List.of(values());
    }
  }

  BadInput(Latchkey latchkey) {
    this.latchkey = latchkey;
    this.victim = latchkey.person();
    this.victimsApp = latchkey.app(victim, CALLBACK, Credential.Option.DEVICE_FLOW);
    this.victimsTokens = victimsApp.tokens(latchkey.browser().signIn(victim));
    this.victimsPasskey = new PasskeyDevice(latchkey.url());
    Browser owner = latchkey.browser().signIn(victim);
    Answer offer = Authenticator.post(owner, "passkeys/new");
    owner.submit(
        offer, "name", "Phone", "passkey", victimsPasskey.create(PasskeyDevice.options(offer)));
    this.unknownPasskey = new PasskeyDevice(latchkey.url());
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    this.elsewhere = latchkey.administrator(other);
    this.appElsewhere = latchkey.app(elsewhere, CALLBACK, Credential.Option.DEVICE_FLOW);
    Scopes every =
        Scopes.of(
            Stream.concat(
                    Arrays.stream(Operation.values())
                        .flatMap(each -> each.needs().names().stream()),
                    Scopes.parse(Latchkey.SCOPE).names().stream())
                .collect(Collectors.toSet()));
    this.tokenElsewhere = latchkey.machine(elsewhere, Optional.empty(), every).token();
    Browser member = latchkey.browser().signIn(latchkey.person());
    String code = appElsewhere.code(member);
    Tokens old = Tokens.of(appElsewhere.redeem(code));
    Tokens fresh = Tokens.of(appElsewhere.refresh(old.refresh()));
    appElsewhere.revoke(fresh.access());
    spent.put("code", code);
    spent.put("refresh_token", old.refresh());
    spent.put("token", fresh.access());
    renew();
  }

  /** Signs in again, and gets a new challenge, because time has passed. */
  void renew() {
    stranger = latchkey.browser();
    person = latchkey.browser().signIn(elsewhere);
    challenge = stranger.get("/sign-in");
    strangersForm = Browser.hidden(challenge).getOrDefault("form_token", "");
    personsForm = Browser.hidden(person.get("/account/profile")).getOrDefault("form_token", "");
  }

  Answer send(Route route, Sender sender, Kind kind) {
    String method = route.method().equals("*") ? "POST" : route.method();
    String url = latchkey.url() + path(route, kind);
    var headers = new HashMap<String, String>();
    switch (sender) {
      case STRANGER -> headers.put("Cookie", stranger.cookies());
      case PERSON_ELSEWHERE -> headers.put("Cookie", person.cookies());
      case APP_ELSEWHERE -> headers.put("Authorization", appElsewhere.basic());
      case TOKEN_ELSEWHERE -> headers.put("Authorization", "Bearer " + tokenElsewhere);
    }
    var request = Http.request(url);
    headers.forEach((name, value) -> {
      if (!value.isEmpty()) {
        request.header(name, value);
      }
    });
    if (Set.of("GET", "DELETE").contains(method)) {
      return Http.here().send(request.method(method, BodyPublishers.noBody()));
    }
    Map<String, String> fields = fields(route, sender, kind);
    boolean isForm = route.bodies().isEmpty() || route.bodies().contains(Body.Kind.FORM);
    String body = isForm ? Http.encoded(fields) : json(fields);
    return Http.here()
        .send(
            request
                .header(
                    "Content-Type",
                    isForm ? "application/x-www-form-urlencoded" : "application/json")
                .method(method, BodyPublishers.ofString(body)));
  }

  private static String json(Map<String, String> fields) {
    var tree = Json.object();
    fields.forEach(tree::put);
    return tree.toString();
  }

  private String path(Route route, Kind kind) {
    boolean isOfVictim = kind.name().startsWith("OF_THE_VICTIM");
    String organization =
        isOfVictim ? victim.user().organization().value() : Id.ORGANIZATION.draw(random).value();
    String path =
        route
            .pattern()
            .toString()
            .replace("/openapi/v2/**", "/openapi/v2/issues/1")
            .replace("/oauth2/check/**", "/oauth2/check/openapi/v2/issues/1")
            .replace("{provider}", "idp")
            .replace("{client_id}", isOfVictim ? victimsApp.id() : Id.CLIENT.draw(random).value())
            .replace("{user_id}", isOfVictim ? victim.id() : Id.USER.draw(random).value())
            .replace("{organization_id}", organization)
            .replace("{grant_id}", Id.GRANT.draw(random).value())
            .replace("{team_id}", Id.TEAM.draw(random).value())
            .replaceAll("\\{[a-z_]+}", "x")
            .replace("**", "x");
    return route.face() == Route.Audience.PAGE ? path + "?organization=" + organization : path;
  }

  private Map<String, String> fields(Route route, Sender sender, Kind kind) {
    var fields = new HashMap<String, String>();
    if (route.face() == Route.Audience.PAGE && kind != Kind.WRONG_FORM_TOKEN) {
      fields.put("form_token", sender == Sender.STRANGER ? strangersForm : personsForm);
    }
    if (kind == Kind.EMPTY) {
      return fields;
    }
    fields.put("form_id", Id.FORM.draw(random).value());
    fields.put("grant_type", kind.grantType);
    fields.put("key", Secret.SETUP.mint(random).reveal());
    fields.put("user_code", "BCDF-GHJK");
    fields.put("subject_token_type", "urn:ietf:params:oauth:token-type:access_token");
    switch (kind) {
      case OF_THE_VICTIM, OF_THE_VICTIM_REFRESH, OF_THE_VICTIM_EXCHANGE -> ofVictim(fields);
      case SPENT, SPENT_REFRESH -> spent(fields, sender);
      default -> invented(fields, sender);
    }
    if (route.pattern().toString().contains("passkey")) {
      fields.put("passkey", passkey(kind));
    }
    return fields;
  }

  private void invented(Map<String, String> fields, Sender sender) {
    int number = count.incrementAndGet();
    if (sender != Sender.APP_ELSEWHERE) {
      fields.put("client_id", Id.CLIENT.draw(random).value());
      fields.put("client_secret", Secret.CLIENT.mint(random).reveal());
    }
    fields.put("code", Secret.CODE.mint(random).reveal());
    fields.put("refresh_token", Secret.REFRESH.mint(random).reveal());
    fields.put("device_code", Secret.DEVICE.mint(random).reveal());
    fields.put("subject_token", Secret.ACCESS.mint(random).reveal());
    fields.put("token", Secret.ACCESS.mint(random).reveal());
    fields.put("email", "nobody" + number + "@example.com");
    fields.put("password", "a guess");
  }

  private void ofVictim(Map<String, String> fields) {
    fields.put("client_id", victimsApp.id());
    fields.put("client_secret", Secret.CLIENT.mint(random).reveal());
    fields.put("code", Secret.CODE.mint(random).reveal());
    fields.put("refresh_token", victimsTokens.access());
    fields.put("subject_token", victimsTokens.access());
    fields.put("token", victimsTokens.access());
    fields.put("access_token", victimsTokens.access());
    fields.put("email", victim.email());
    fields.put("password", "a guess");
    fields.put("user_id", victim.id());
  }

  private void spent(Map<String, String> fields, Sender sender) {
    fields.putAll(spent);
    fields.put("access_token", spent.get("token"));
    fields.put("subject_token", spent.get("token"));
    fields.put("client_id", appElsewhere.id());
    if (sender != Sender.APP_ELSEWHERE) {
      fields.put("client_secret", appElsewhere.secret());
    }
  }

  /** An answer of an unknown passkey, a forged one of the victim's, and one challenge again. */
  private String passkey(Kind kind) {
    return switch (kind) {
      case OF_THE_VICTIM ->
          unknownPasskey
              .sign(PasskeyDevice.options(stranger.at(latchkey.url()).get("/sign-in")))
              .replace(unknownPasskey.id(), victimsPasskey.id());
      case SPENT -> unknownPasskey.sign(PasskeyDevice.options(challenge));
      default ->
          unknownPasskey.sign(PasskeyDevice.options(stranger.at(latchkey.url()).get("/sign-in")));
    };
  }
}
