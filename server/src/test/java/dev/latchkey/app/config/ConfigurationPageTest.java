package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.WrittenPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of the reference page are those of the program. To write them again, run this test
 * with the environment variable {@code WRITE_PAGES=yes}.
 */
class ConfigurationPageTest {
  private static final String PAGE = "docs/reference/configuration.md";

  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private final ConfigurationTables tables = new ConfigurationTables();

  static Stream<Key<?>> keys() {
    return ConfigurationTables.keys().stream();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void every_key_has_a_meaning(Key<?> key) {
    assertThat(tables.describe(key)).as(key.path()).isTrue();
  }

  @Test
  void the_tables_of_the_page_are_up_to_date() throws IOException {
    String page = Files.readString(Checkout.file(PAGE));
    WrittenPage.assertUpToDate(PAGE, tables.in(page));
  }

  @Test
  void every_key_is_shown_with_its_usual_value() {
    Map<String, String> shown =
        ConfigFile.load(Optional.empty(), Map.of()).values().stream()
            .collect(Collectors.toMap(Value::key, Value::text));
    keys()
        .filter(key -> !key.path().matches(".*(\\[]|NAME).*") && shown.containsKey(key.path()))
        .forEach(key -> assertThat(shown.get(key.path())).isEqualTo(key.usual()));
    assertThat(shown).containsEntry("limits.code_seconds", "300").containsKey("mail");
  }

  /** With the lines that are comments because an operator has to decide about them. */
  @Test
  void the_file_of_the_packages_is_a_configuration() throws IOException {
    String file = Files.readString(Checkout.file("packaging/latchkey.yaml"));
    assertThatCode(() -> ConfigFile.parse("latchkey.yaml", file)).doesNotThrowAnyException();
    String all = file.replaceAll("(?m)^#(?=[a-z_]+: )", "");
    assertThat(all).contains("\nbase_url: ", "\ndatabase: ");
    assertThatCode(() -> ConfigFile.parse("latchkey.yaml", all)).doesNotThrowAnyException();
  }

  static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(Checkout.file("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  /** What names files, hosts or upstreams that the test does not have is no mistake of a sample. */
  @ParameterizedTest
  @MethodSource("documents")
  void every_sample_of_the_documents_has_known_keys_and_values(Path document) throws IOException {
    String page = Files.readString(document);
    for (String sample : YAML.matcher(page).results().map(found -> found.group(1)).toList()) {
      if (isConfiguration(sample)) {
        assertThat(mistakes(sample)).as(document + "\n" + sample).isEmpty();
      }
    }
  }

  private static boolean isConfiguration(String sample) {
    return sample
        .lines()
        .filter(line -> line.matches("[a-z_]+:.*"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .allMatch(key -> Keys.ALL.names().contains(key));
  }

  private static Stream<String> mistakes(String sample) {
    try {
      var _ = ConfigFile.parse("latchkey.yaml", sample);
      return Stream.of();
    } catch (ConfigFault fault) {
      return fault.findings().stream()
          .map(Mistake::toString)
          .filter(finding -> !finding.contains("cannot read"))
          .filter(finding -> !finding.contains("there is no upstream named"));
    }
  }
}
