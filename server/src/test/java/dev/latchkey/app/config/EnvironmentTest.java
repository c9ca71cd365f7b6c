package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every key can come from an environment variable, or from a file that a variable names. */
class EnvironmentTest {
  @TempDir private Path directory;
  private Path file = Path.of("latchkey.yaml");
  private Path secret = Path.of("secret");

  @BeforeEach
  void files() throws IOException {
    file = Files.writeString(directory.resolve("latchkey.yaml"), "port: 1\ndata: here\n");
    secret = Files.writeString(directory.resolve("secret"), "hush-hush\n");
  }

  @Test
  void a_variable_has_precedence_over_the_file() {
    Settings settings = load(Map.of("LATCHKEY_PORT", "2")).settings();
    assertThat(settings.listening().at().port()).isEqualTo(2);
    assertThat(settings.store().data()).isEqualTo(Path.of("here"));
    assertThat(load(Map.of("LATCHKEY_PORT", "")).settings().listening().at().port()).isEqualTo(1);
  }

  @Test
  void sections_lists_and_names_can_be_set() {
    Settings settings =
        load(Map.of(
                "LATCHKEY_LIMITS__CODE_SECONDS", "60",
                "LATCHKEY_MAIL__HOST", "mail.example.com",
                "LATCHKEY_MAIL__FROM", "a@example.com",
                "LATCHKEY_TRUSTED_PROXIES", "10.0.0.1, 10.1.0.0/16",
                "LATCHKEY_RATES__TOKEN__PER_MINUTE", "7",
                "LATCHKEY_UPSTREAMS__MY_APP__ADDRESSES", "http://a:1",
                "LATCHKEY_ROUTES",
                    "[{methods: [GET], path: /a, scopes: ['read:issue:info'], upstream: my-app}]"))
            .settings();

    assertThat(settings.limits().code()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.outside().mail().orElseThrow().name()).isEqualTo("mail.example.com:587");
    assertThat(settings.peers().trustedProxies())
        .containsExactlyInAnyOrder("10.0.0.1", "10.1.0.0/16");
    assertThat(settings.connections().rates().token().orElseThrow().perMinute()).isEqualTo(7);
    assertThat(settings.platform().hasOwnRoutes()).isTrue();
  }

  @Test
  void a_file_of_secrets_can_hold_a_value_which_is_never_shown() throws IOException {
    Files.writeString(secret, "jdbc:postgresql://db/latchkey?password=hush-hush\n");
    Configuration configuration = load(Map.of("LATCHKEY_DATABASE_FILE", secret.toString()));
    assertThat(configuration.settings().store().database().orElseThrow()).endsWith("hush-hush");
    assertThat(configuration.values().toString())
        .contains("database: (hidden) (LATCHKEY_DATABASE_FILE)")
        .doesNotContain("hush-hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LATCHKEY_PROT | 1 | LATCHKEY_PROT | did you mean LATCHKEY_PORT",
        "LATCHKEY_MAIL__HSOT | a | LATCHKEY_MAIL__HSOT | did you mean LATCHKEY_MAIL__HOST",
        "LATCHKEY_PORT__X | 1 | LATCHKEY_PORT__X | no key has this variable",
        "LATCHKEY_PORT | 70000 | LATCHKEY_PORT | from 0 to 65535",
        "LATCHKEY_LIMITS__CODE_SECONDS | 5 | LATCHKEY_LIMITS__CODE_SECONDS | from 10 to 600",
        "LATCHKEY_GATEWAYS | a | LATCHKEY_GATEWAYS | IP addresses or networks",
        "LATCHKEY_BASE_URL | x | LATCHKEY_BASE_URL | https://HOST",
        "LATCHKEY_ROUTES | [ | LATCHKEY_ROUTES:1 | expected",
        "LATCHKEY_PORT_FILE | /no/file | LATCHKEY_PORT_FILE | cannot read the file",
        "LATCHKEY_MAIL__FROM | a@example.com | LATCHKEY_MAIL__FROM | is required: the name of the mail server"
      })
  void a_mistake_names_the_variable(String variable, String value, String place, String why) {
    assertThat(fault(Map.of(variable, value)).findings())
        .anySatisfy(found -> {
          assertThat(found.where()).isEqualTo(place);
          assertThat(found.what()).contains(why);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "LATCHKEY_PORT_FILE",
    "LATCHKEY_BASE_URL_FILE",
    "LATCHKEY_GATEWAYS_FILE",
    "LATCHKEY_LIMITS__CODE_SECONDS_FILE",
    "LATCHKEY_DATABASE_FILE",
    "LATCHKEY_PLATFORM_VERSION_FILE",
    "LATCHKEY_RULES__SPENT_CODE_FILE",
    "LATCHKEY_LISTEN_FILE",
    "LATCHKEY_METRICS_LISTEN_FILE",
    "LATCHKEY_MAIL__FROM_FILE",
    "LATCHKEY_ROUTES_FILE"
  })
  void a_secret_is_in_no_error(String variable) {
    assertThat(fault(Map.of(variable, secret.toString())))
        .hasMessageContaining(variable)
        .hasMessageNotContaining("hush-hush");
  }

  @Test
  void a_variable_and_its_file_exclude_each_other() {
    var both = Map.of("LATCHKEY_LISTEN", "::1", "LATCHKEY_LISTEN_FILE", secret.toString());
    assertThat(fault(both)).hasMessageContaining("not both");
  }

  @Test
  void variables_of_kubernetes_and_of_the_examples_set_no_key() {
    Settings settings =
        load(Map.of(
                "LATCHKEY_PORT", "tcp://10.0.0.1:8080",
                "LATCHKEY_PORT_8080_TCP_ADDR", "10.0.0.1",
                "LATCHKEY_SERVICE_HOST", "10.0.0.1",
                "LATCHKEY_METRICS_PORT", "tcp://10.0.0.2:9090",
                "LATCHKEY_METRICS_PORT_9090_TCP_ADDR", "10.0.0.2",
                "LATCHKEY_METRICS_SERVICE_PORT_HTTP", "9090",
                "LATCHKEY_TOKEN", "at_x"))
            .settings();
    assertThat(settings.listening().at().port()).isEqualTo(1);
  }

  private Configuration load(Map<String, String> variables) {
    return ConfigFile.load(Optional.of(file), variables);
  }

  private ConfigFault fault(Map<String, String> variables) {
    return catchThrowableOfType(ConfigFault.class, () -> load(variables));
  }
}
