package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Scopes;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator notes about a row: that it is deprecated, and that its path is masked. */
class NotedRoutesTest extends OnBothStores {
  private static final RouteNotes.Deprecation OLD =
      RouteNotes.Deprecation.of(
          LocalDate.parse("2026-01-01"),
          Optional.of(LocalDate.parse("2027-05-01")),
          Optional.of(URI.create("https://docs.example.com/v3")));

  private final Person person = latchkey.person();
  private final App app =
      latchkey.app(person, List.of("https://a.example/cb"), "read:directory:users");
  private final String token = app.tokens(latchkey.browser().signIn(person)).access();
  private final Upstream upstream = Upstream.that(call -> call.answerOk("{}"));

  @BeforeEach
  void table() {
    LiveSettings live = latchkey.installation().live();
    live.replace(
        live.get()
            .with(
                new RouteTable(
                    List.of(
                        row("/v1/**", "read:directory:users", new RouteNotes(Set.of(), old())),
                        row("/v1/secrets", "write:wiki:pages", new RouteNotes(Set.of(), old())),
                        row("/v2/**", "read:directory:users", RouteNotes.NONE),
                        row(
                            "/people/{person}/notes/{note}",
                            "read:directory:users",
                            new RouteNotes(Set.of("{person}"), Optional.empty())),
                        row(
                            "/files/**",
                            "write:wiki:pages",
                            new RouteNotes(Set.of("**"), Optional.empty()))))));
  }

  private static Optional<RouteNotes.Deprecation> old() {
    return Optional.of(OLD);
  }

  private OpenRoute row(String path, String scope, RouteNotes notes) {
    return new OpenRoute(
        Set.of("GET"),
        PathPattern.of("/openapi/v2" + path),
        Scopes.parse(scope),
        new Target.Forwarded(
            new dev.latchkey.edge.http.Upstream(
                "old", List.of(URI.create(upstream.address())), 8, WAIT, WAIT),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            PathRewrite.NONE),
        notes);
  }

  private static final Duration WAIT = Duration.ofSeconds(10);

  @AfterEach
  void stop() {
    upstream.close();
  }

  private Answer get(String path) {
    return Http.here()
        .get(latchkey.url() + "/openapi/v2" + path, "Authorization", "Bearer " + token);
  }

  @Test
  void an_answer_of_a_deprecated_row_says_since_when_and_until_when() {
    Answer answer = get("/v1/projects");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Deprecation")).isEqualTo("@1767225600");
    assertThat(answer.header("Sunset")).isEqualTo("Sat, 01 May 2027 00:00:00 GMT");
    assertThat(answer.headers().allValues("Link"))
        .containsExactly(
            "<https://docs.example.com/v3>; rel=\"deprecation\"; type=\"text/html\"",
            "<https://docs.example.com/v3>; rel=\"sunset\"; type=\"text/html\"");
  }

  @Test
  void a_refusal_of_a_deprecated_row_says_so_too_and_no_other_answer_does() {
    Answer refused = get("/v1/secrets");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.header("Deprecation")).isEqualTo("@1767225600");

    assertThat(get("/v2/projects").headers().allValues("Deprecation")).isEmpty();
    assertThat(
            Http.here()
                .get(latchkey.url() + "/openapi/v2/v1/projects")
                .headers()
                .allValues("Deprecation"))
        .isEmpty();
  }

  @Test
  void a_masked_segment_is_in_no_line_of_the_log() {
    get("/people/maria/notes/7");
    get("/files/private/letter.txt");
    Http.here()
        .post(
            latchkey.url() + "/openapi/v2/people/maria/notes/8",
            "text/plain",
            new byte[1],
            "Authorization",
            "Bearer " + token);

    Poll.until(() -> paths().size() == 3, "the calls in the log");
    assertThat(paths())
        .containsExactlyInAnyOrder(
            "/openapi/v2/people/{person}/notes/7",
            "/openapi/v2/people/{person}/notes/8",
            "/openapi/v2/files/**");
    assertThat(upstream.heads().getFirst()).startsWith("GET /openapi/v2/people/maria/notes/7 ");
  }

  private List<String> paths() {
    latchkey.wiring().calls().flush();
    var of = new CallSearch.Of.Credential(app.credential().clientId());
    return latchkey
        .stores()
        .operation()
        .calls()
        .blocks()
        .page(CallSearch.of(of), Optional.empty(), 100)
        .calls()
        .stream()
        .filter(call -> call.kind() == RecordedCall.Kind.GATEWAY)
        .map(call -> call.asked().path())
        .toList();
  }
}
