package dev.latchkey.api;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Team;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server with the management API, and calls with the tokens of people and organizations. */
public final class ManagementApi {
  /** Every scope of the management API. */
  public static final Scopes SCOPE =
      Scopes.of(
          Arrays.stream(Operation.values())
              .flatMap(operation -> operation.needs().names().stream())
              .collect(Collectors.toSet()));

  private ManagementApi() {}

  public static Latchkey start(Store store) {
    return Latchkey.start(
        store,
        settings -> EventReceiver.allowed(settings.with(settings.platform().withManagementApi())));
  }

  /** A token of this person for an app with every scope of the management API. */
  public static String token(Latchkey latchkey, Person person) {
    return token(latchkey, person, SCOPE);
  }

  public static String token(Latchkey latchkey, Person person, Scopes scope) {
    var app =
        latchkey.app(
            person, List.of("https://app.example/callback"), scope.joined(Scopes.Separator.COMMA));
    return app.tokens(latchkey.browser().signIn(person)).access();
  }

  /** A token of an organization credential for all of the organization, or for one team. */
  public static String machine(Latchkey latchkey, Person owner, Optional<Team> reach) {
    return latchkey.machine(owner, reach, SCOPE).token();
  }

  public static Answer get(Latchkey latchkey, String token, String path) {
    return Http.here().get(url(latchkey, path), "Authorization", "Bearer " + token);
  }

  /** Sends a request with the version of the last answer. An empty body is not sent. */
  public static Answer send(
      Latchkey latchkey, String token, String call, String version, String body) {
    String[] methodAndPath = call.split(" ", 2);
    var request = Http.request(url(latchkey, methodAndPath[1]), "Authorization", "Bearer " + token);
    if (!version.isEmpty()) {
      request.header("If-Match", version);
    }
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return Http.here()
        .send(
            request.method(
                methodAndPath[0],
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  /** Sends an image. */
  public static Answer send(Latchkey latchkey, String token, String call, byte[] image) {
    String[] methodAndPath = call.split(" ", 2);
    return Http.here()
        .send(
            Http.request(url(latchkey, methodAndPath[1]), "Authorization", "Bearer " + token)
                .header("Content-Type", "image/png")
                .method(methodAndPath[0], BodyPublishers.ofByteArray(image)));
  }

  public static String url(Latchkey latchkey, String path) {
    return latchkey.url() + Operation.BASE + path;
  }
}
