package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistake in the file is named with its line, its key, and what is allowed. */
class BadFilesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "port: 70000 | 1 | port | from 0 to 65535",
        "port: x | 1 | port | a whole number from 0 to 65535",
        "port: -1 | 1 | port | from 0 to 65535",
        "port: [1] | 1 | port | a single value",
        "data: d\\nprot: 1 | 2 | prot | did you mean port",
        "data: d\\nbase_url: ftp://a | 2 | base_url | https://HOST",
        "data: d\\nbase_url: http://example.com | 2 | base_url | http:// on loopback",
        "base_url: https://a/b | 1 | base_url | without path",
        "base_url: 'https://a b' | 1 | base_url | https://HOST",
        "base_url: https://u@a | 1 | base_url | https://HOST",
        "data: d\\nlisten: 0.0.0.0 | 2 | listen | set base_url",
        "data: d\\ndatabase: mysql://a/b | 2 | database | jdbc:postgresql://HOST/NAME",
        "data: {a: b} | 1 | data | a single value",
        "metrics_port: 65536 | 1 | metrics_port | from 0 to 65535",
        "metrics_listen: 9464 | 1 | metrics_listen | ADDRESS:PORT",
        "metrics_listen: 1.2.3.4:99999 | 1 | metrics_listen | from 0 to 65535",
        "metrics_port: 1\\nmetrics_listen: a:1 | 2 | metrics_listen | not both",
        "trusted_proxies: [proxy.example.com] | 1 | trusted_proxies | IP addresses or networks",
        "trusted_proxies: 10.0.0.1 | 1 | trusted_proxies | a list, such as",
        "gateways: [10.0.0.0/99] | 1 | gateways | IP addresses or networks",
        "gateways: [[a]] | 1 | gateways | a list of single values",
        "platform_version: six | 1 | platform_version | such as 6.2.18",
        "drain_seconds: 3601 | 1 | drain_seconds | from 0 to 3600",
        "database_wait_seconds: soon | 1 | database_wait_seconds | from 0 to 3600",
        "limits:\\n  session_hours: 4\\n  code_seconds: 601 | 3 | limits.code_seconds | from 10 to 600, not 601 (default 300)",
        "limits:\\n  session_hours: 721 | 2 | limits.session_hours | from 1 to 720",
        "limits:\\n  session_hours: 4\\n  grant_days: x | 3 | limits.grant_days | from 1 to 3650",
        "limits:\\n  code_secondz: 30 | 2 | limits.code_secondz | did you mean code_seconds",
        "limits: 5 | 1 | limits | a mapping of keys to values",
        "limits:\\n  child_tokens: [1] | 2 | limits.child_tokens | a single value",
        "rules:\\n  spent_code: revoke\\n  rotated_token: keep | 3 | rules.rotated_token | revoke_after_grace, refuse or revoke, not keep (default revoke_after_grace)",
        "rules:\\n  device_flow: on | 2 | rules.device_flow | off, typed or linked",
        "rules:\\n  factor: x | 2 | rules.factor | Known here: device_flow",
        "waits:\\n  head_seconds: 5\\n  stall_seconds: 0 | 3 | waits.stall_seconds | from 1 to 600",
        "waits:\\n  idle_seconds: 3601 | 2 | waits.idle_seconds | from 1 to 3600",
        "waits:\\n  stop_seconds: ten | 2 | waits.stop_seconds | a whole number",
        "waits:\\n  head: 5 | 2 | waits.head | Known here: bytes_per_second",
        "connections:\\n  total: 16\\n  by_address: 0 | 3 | connections.by_address | from 1 to 1000000",
        "connections:\\n  pipelined: 10001 | 2 | connections.pipelined | from 1 to 10000",
        "audit:\\n  days: 0 | 2 | audit.days | from 1 to 36500",
        "audit:\\n  days: 5\\n  rows: 999 | 3 | audit.rows | from 1000 to 2000000000",
        "rates:\\n  token: {per_minute: 0} | 2 | rates.token.per_minute | from 1 to 1000000",
        "rates:\\n  token:\\n    burst: 5 | 3 | rates.token.per_minute | is required: from 1 to 1000000",
        "rates:\\n  user: {per_minute: 1} | 2 | rates.user | Known here: address, credential, token",
        "mail:\\n  from: a@example.com | 2 | mail.host | is required: the name of the mail server",
        "mail:\\n  host: a\\n  from: nobody | 3 | mail.from | latchkey@example.com",
        "mail:\\n  host: a\\n  from: a@example.com\\n  port: 0 | 4 | mail.port | from 1 to 65535",
        "mail:\\n  host: a\\n  from: a@example.com\\n  starttls: yes | 4 | mail.starttls | true or false",
        "mail:\\n  host: a\\n  from: a@example.com\\n  starttls: false | 4 | mail.starttls | loopback only",
        "mail:\\n  host: a\\n  from: a@example.com\\n  user: u | 2 | mail.password_file | set both or none",
        "mail:\\n  host: a\\n  from: a@example.com\\n  user: u\\n  password_file: /no/file | 5 | mail.password_file | cannot read /no/file",
        "mail:\\n  hots: a | 2 | mail.hots | did you mean host",
        "sign_in:\\n  corp:\\n    issuer: http://id.example.com | 3 | sign_in.corp.issuer | https://HOST",
        "sign_in:\\n  corp:\\n    issuer: ': ' | 3 | sign_in.corp.issuer | https://HOST",
        "sign_in:\\n  corp:\\n    issuer: https://a | 3 | sign_in.corp.client_id | is required",
        "sign_in:\\n  corp:\\n    title: A\\n    client_secret_file: /no/file | 4 | sign_in.corp.client_secret_file | cannot read /no/file",
        "sign_in:\\n  Corp: {} | 2 | sign_in.Corp | lower-case letters",
        "public_clients:\\n  documents: true | 2 | public_clients.documents | on or off",
        "public_clients:\\n  inside_certificate: /no/file | 2 | public_clients.inside_certificate | cannot read /no/file",
        "tls:\\n  certificate: /no/file\\n  key: /no/key | 3 | tls.key | cannot read /no/key",
        "tls: {} | 1 | tls.certificate | a file in PEM",
        "brand:\\n  name: A\\n  colour: red | 3 | brand.colour | a colour such as",
        "brand:\\n  colour_dark: '#000000' | 2 | brand.colour_dark | needs colour",
        "brand:\\n  logo: /no/file | 2 | brand.logo | cannot read",
        "scopes:\\n  - title: A | 2 | scopes[0].name | such as read:issue:info",
        "scopes:\\n  - name: read | 2 | scopes[0].name | in the form read:resource:part",
        "scopes:\\n  - name: read:a:b\\n  - name: read:a:b | 3 | scopes[1].name | a second time",
        "upstreams:\\n  a:\\n    addresses: [localhost] | 3 | upstreams.a.addresses | http://HOST:PORT",
        "upstreams:\\n  a:\\n    connections: 5 | 3 | upstreams.a.addresses | is required: a list with http://HOST:PORT",
        "routes:\\n  - path: /a | 2 | routes[0].methods | is required: a list with GET, POST",
        "routes:\\n  - methods: [GET]\\n    path: a | 3 | routes[0].path | write / before each segment",
        "resources:\\n  - name: A | 2 | resources[0].path | is required: a path such as /projects",
        "port: 1\\nport: 2 | 2 | port | a second time",
        "port: 8080.0 | 1 | port | a whole number from 0 to 65535",
        "port: 0x1F | 1 | port | a whole number from 0 to 65535",
        "port: 8_080 | 1 | port | a whole number from 0 to 65535",
        "data: d\\nport: | 2 | port | not empty",
        "Port: 1 | 1 | Port | did you mean port",
        "listen: '' | 1 | listen | an address of this machine, not empty",
        "listen: nowhere.invalid | 1 | listen | an address of this machine",
        "data: '' | 1 | data | the path of a file or directory, not empty",
        "unix_socket: '' | 1 | unix_socket | not empty",
        "base_url: https://a:99999 | 1 | base_url | https://HOST[:PORT]",
        "limits.code_seconds: 5 | 1 | limits.code_seconds | write code_seconds below limits:",
        "limits:\\n  code_seconds: 60\\n  code_seconds: 70 | 3 | limits.code_seconds | a second time",
        "limits: [a] | 1 | limits | a mapping of keys to values",
        "waits: | 1 | waits | a mapping of keys to values",
        "rules:\\n  spent_code: [revoke] | 2 | rules.spent_code | a single value",
        "rules:\\n  spent_code: | 2 | rules.spent_code | refuse or revoke, not empty",
        "mail: smtp.example.com | 1 | mail | a mapping of keys to values",
        "mail:\\n  host: [a] | 2 | mail.host | a single value",
        "sign_in:\\n  - issuer: a | 2 | sign_in | a mapping of keys to values",
        "sign_in:\\n  corp:\\n    issur: a | 3 | sign_in.corp.issur | did you mean issuer",
        "sign_in:\\n  corp:\\n    client_secret_file: / | 3 | sign_in.corp.client_secret_file | cannot read /",
        "upstreams:\\n  a: http://b | 2 | upstreams.a | a mapping of keys to values",
        "upstreams:\\n  a:\\n    adresses: [a] | 3 | upstreams.a.adresses | did you mean addresses",
        "upstreams:\\n  a:\\n    addresses: http://b:1 | 3 | upstreams.a.addresses | a list, such as",
        "routes: [/a] | 1 | routes[0] | a mapping of keys to values",
        "routes:\\n  path: /a | 2 | routes | a list",
        "routes:\\n  - {methods: GET} | 2 | routes[0].methods | a list, such as",
        "routes:\\n  - {methods: [GET], path: /a, scopes: ['read:issue:info'], upstream: u} | 2 | routes[0].upstream | no upstream named u",
        "scopes: {name: read:a:b} | 1 | scopes | a list",
        "scopes:\\n  - {name: read:a:b, titel: A} | 2 | scopes[0].titel | did you mean title",
        "scopes:\\n  - {name: read:a:b, zh: A} | 2 | scopes[0].zh | a mapping of keys to values",
        "gateways: [''] | 1 | gateways | IP addresses or networks",
        "trusted_proxies: [300.1.1.1] | 1 | trusted_proxies | IP addresses or networks",
        "observe: on | 1 | observe | a mapping of keys to values",
        "observe:\\n  request_ids: yes | 2 | observe.request_ids | on or off, not yes",
        "observe:\\n  access_log: '' | 2 | observe.access_log | the path of a file",
        "observe:\\n  access_log: `\\0` | 2 | observe.access_log | the path of a file",
        "observe:\\n  traces: localhost | 2 | observe.traces | an address such as",
        "audit_syslog: localhost:514 | 1 | audit_syslog | tcp://HOST:PORT or udp://HOST:PORT",
        "management_api: true | 1 | management_api | on or off, not true",
        "tls:\\n  certificate: / | 2 | tls.certificate | is a directory",
        "tls: on | 1 | tls | a mapping of keys to values",
        "rates:\\n  token: 5 | 2 | rates.token | a mapping of keys to values",
        "key_file: '' | 1 | key_file | not empty",
        "key_file: `\\0` | 1 | key_file | the path of a file",
        "unix_socket: [a] | 1 | unix_socket | a single value"
      })
  void a_mistake_is_named_with_its_line_and_key(String text, int line, String key, String allowed) {
    String file = text.replace("\\n", "\n").replace("`", "\"");
    assertThat(fault(file).findings())
        .as(file)
        .anySatisfy(found -> {
          assertThat(found.where()).isEqualTo("latchkey.yaml:" + line);
          assertThat(found.key()).isEqualTo(key);
          assertThat(found.what()).contains(allowed);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "'port: 1\r\nprot: 1\r\n', 2",
    "'\uFEFFdata: d\nprot: 1\n', 2",
    "'---\nprot: 1\n', 2"
  })
  void a_line_is_counted_as_an_editor_counts_it(String text, int line) {
    assertThat(fault(text).findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.where()).isEqualTo("latchkey.yaml:" + line);
          assertThat(found.key()).isEqualTo("prot");
        });
  }

  @ParameterizedTest
  @CsvSource({
    "'port:\t1\n\tlisten: a\n', TAB",
    "'limits:\n\tcode_seconds: 60\n', TAB",
    "'port: 1 listen: a\n', mapping values",
    "'port: 1\n---\nport: 2\n', another document",
    "'- port: 1\n', a mapping of keys",
    "'port 1\n', a mapping of keys"
  })
  void a_text_that_is_no_mapping_is_named_with_its_line(String text, String what) {
    assertThat(fault(text)).hasMessageMatching("(?s)latchkey\\.yaml:[12]: .*" + what + ".*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing is set\n", "---\n", "---\n# nothing is set\n"})
  void an_empty_file_sets_nothing(String text) {
    assertThat(ConfigFile.parse("latchkey.yaml", text).listening())
        .isEqualTo(ConfigFile.defaults().listening());
  }

  @Test
  void a_file_that_cannot_be_read_is_named_with_the_reason(@TempDir Path directory)
      throws IOException {
    assertThatThrownBy(() -> ConfigFile.read(directory))
        .hasMessage("cannot read " + directory + ": it is a directory, not a file");
    Path latin = directory.resolve("latin.yaml");
    Files.write(latin, "data: é\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> ConfigFile.read(latin))
        .hasMessage("cannot read " + latin + ": it is not text in UTF-8");
    Path missing = directory.resolve("missing.yaml");
    assertThatThrownBy(() -> ConfigFile.read(missing))
        .hasMessageContaining(missing + ": it is missing or not readable");
  }

  @Test
  void all_mistakes_of_a_file_are_reported_together() {
    ConfigFault fault =
        fault(
            """
            prot: 1
            limits:
              code_seconds: 5
              grant_days: 0
            waits: {head_seconds: 0}
            mail: {port: 0}
            platform_version: x
            """);

    assertThat(fault.findings())
        .extracting(Mistake::key)
        .containsExactlyInAnyOrder(
            "prot",
            "limits.code_seconds",
            "limits.grant_days",
            "waits.head_seconds",
            "mail.port",
            "mail.from",
            "mail.host",
            "platform_version");
  }

  private static ConfigFault fault(String text) {
    return catchThrowableOfType(ConfigFault.class, () -> ConfigFile.parse("latchkey.yaml", text));
  }
}
