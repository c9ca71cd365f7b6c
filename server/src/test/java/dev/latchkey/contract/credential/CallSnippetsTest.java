package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.program.Snippet;
import dev.latchkey.harness.Upstream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The programs of the API reference are run as they are, with a body that shells and sources read
 * specially.
 */
class CallSnippetsTest {
  private static final String HOSTILE = "{\"title\":\"it's \\\\ $(touch here) `x` ü \\n %s\"}";

  @TempDir private Path directory;

  private record Received(String line, String authorization, String body) {}

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SPRING", "GO"})
  void a_program_sends_the_call_of_the_page(Snippet.Kind kind) throws Exception {
    assertSends(kind);
  }

  /** Go compiles its own library first. */
  @Tag("long")
  @Test
  void the_program_in_go_sends_it_too() throws Exception {
    assertSends(Snippet.Kind.GO);
  }

  private void assertSends(Snippet.Kind kind) throws Exception {
    var received = new ConcurrentLinkedQueue<Received>();
    try (Upstream service =
        Upstream.that(call -> {
          received.add(received(call));
          call.answerOk("done");
        })) {
      String address = service.address() + "/openapi/v2/issues/ISSUE_ID";
      run(kind, Snippet.ofCall("DELETE", address, Optional.empty()));
      run(kind, Snippet.ofCall("PATCH", address, Optional.of(HOSTILE)));
    }

    assertThat(received)
        .containsExactly(
            new Received("DELETE /openapi/v2/issues/ISSUE_ID", "Bearer lk_at_x", ""),
            new Received("PATCH /openapi/v2/issues/ISSUE_ID", "Bearer lk_at_x", HOSTILE));
  }

  private static Received received(Upstream.Call call) throws IOException {
    String line = call.head().lines().findFirst().orElseThrow().replace(" HTTP/1.1", "");
    var body =
        new String(call.body().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return new Received(line, call.header("Authorization").orElse(""), body);
  }

  private void run(Snippet.Kind kind, List<Snippet> programs) throws Exception {
    Snippet program =
        programs.stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
    Path file = Files.writeString(directory.resolve(kind.file()), program.text());
    Process running =
        SnippetsTest.start(SnippetsTest.command(kind), file, Map.of("LATCHKEY_TOKEN", "lk_at_x"));
    String output = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(running.waitFor()).as(output).isZero();
    assertThat(output).contains("done", "200").doesNotContain("%IF_BODY%");
  }
}
