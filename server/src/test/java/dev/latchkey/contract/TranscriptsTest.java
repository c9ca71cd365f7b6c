package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Plays the transcripts. Requests and responses must agree byte for byte. */
@EachStore.ForClass
class TranscriptsTest {
  private static final Path FOLDER = Path.of("src/test/transcripts");

  /** Tokens can be requested for these calls alone. */
  private static final String RESOURCE =
      "resources: [{path: /issues/tools, name: Tools for issues}]\n";

  private static final String GATEWAY = "gateways: [127.0.0.1]\n";

  /** No name is looked up for a host inside. */
  private static final String WEBHOOKS =
      "management_api: on\nwebhooks: {inside_hosts: [127.0.0.1]}\n";

  private static Latchkey latchkey;

  @Parameter Store store;

  /** The service behind the gateway is never reachable. */
  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey =
        Latchkey.start(
            store,
            settings ->
                Issues.behind(settings, "http://127.0.0.1:9", GATEWAY + RESOURCE + WEBHOOKS));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @TestFactory
  List<DynamicTest> every_transcript_is_what_the_server_says() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().endsWith(".http"))
              .sorted()
              .map(file -> dynamicTest(name(file), file.toUri(), () -> play(file)))
              .toList();
      assertThat(tests).isNotEmpty();
      return tests;
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static void play(Path file) {
    new TranscriptPlayer(latchkey, Transcript.read(file)).play();
  }
}
