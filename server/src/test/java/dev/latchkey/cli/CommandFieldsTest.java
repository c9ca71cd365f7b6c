package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.documents.FieldTable;
import dev.latchkey.documents.PrintedFields;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.person.Organization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The fields that commands print with {@code --json} are those of the table in the documentation,
 * in both directions. Each test makes its commands print every field that they have.
 */
class CommandFieldsTest {
  private final PrintedFields printed = new PrintedFields();
  private final Path directory = Latchkey.temporaryDirectory();
  private final Path config = directory.resolve("latchkey.yaml");
  private final Settings settings = Latchkey.settings(Store.SQLITE);

  @Test
  void the_table_has_every_command_with_json() throws IOException {
    assertThat(FieldTable.ofCommands().keySet())
        .containsExactlyInAnyOrderElementsOf(
            CommandModel.all().stream()
                .filter(CommandModel::hasJson)
                .map(CommandModel::name)
                .toList());
  }

  @Test
  void of_people_and_teams() throws IOException {
    Files.writeString(config, "");
    Latchkey.start(settings).close();
    on("organization", "create", "--name", "Acme", "--team", "Apollo");
    on("organization", "list");
    on("team", "create", "--organization", "Acme", "--name", "Rockets");
    on("team", "list", "--organization", "Acme");
    on("team", "rename", "--organization", "Acme", "--team", "Rockets", "--name", "Engines");
    on("organization", "rename", "--organization", "Acme", "--name", "Acme Europe");
    on(
        "user",
        "add",
        "--email",
        "lee@example.com",
        "--name",
        "Lee",
        "--organization",
        "Acme Europe",
        "--team",
        "Apollo");
    on(
        "user",
        "invite",
        "--email",
        "mei@example.com",
        "--name",
        "Mei",
        "--organization",
        "Acme Europe",
        "--team",
        "Apollo");
    on("user", "list");
    for (String verb :
        List.of(
            "show",
            "change",
            "end-access",
            "reset-password",
            "remove-factor",
            "disable",
            "enable")) {
      on("user", verb, "--email", "lee@example.com");
    }
    printed.assertAsDocumented();
  }

  @Test
  void of_credentials_and_tokens() throws IOException {
    Files.writeString(
        config, "limits: {organization_token_days: 30}\nobserve: {request_ids: on}\n");
    Settings running = ConfigFile.read(config).with(settings.store()).onPort(0);
    try (Latchkey latchkey = Latchkey.start(running)) {
      Person owner = latchkey.person();
      String client = createPersonal(owner);
      on("credential", "rotate-secret", "--client-id", client);
      on("credential", "retire-secret", "--client-id", client, "--ending", ending(client));
      String heir = latchkey.person().email();
      on("credential", "transfer", "--client-id", client, "--to", heir);
      on("credential", "show", "--client-id", client);
      on("credential", "withdraw-transfer", "--client-id", client);
      on("credential", "change", "--client-id", client, "--name", "Planner 2");

      String machine = createOrganizational(latchkey);
      on("credential", "show", "--client-id", machine);
      String token =
          on("credential", "rotate-secret", "--client-id", machine)
              .document()
              .path("access_token")
              .asString();
      App app = latchkey.app(owner);
      Person user = latchkey.person();
      Tokens tokens = app.tokens(latchkey.browser().signIn(user));
      assertThat(latchkey.call(token).status()).isEqualTo(200);
      assertThat(latchkey.isActive(tokens.access())).isTrue();
      latchkey.wiring().usage().flush();
      on("credential", "show", "--client-id", app.id());
      on("credential", "list", "--organization", latchkey.organization().name());
      on("credential", "list", "--owner", owner.email());
      on("token", "list", "--organization", latchkey.organization().name());
      on("token", "list", "--client-id", machine);
      on("credential", "change", "--client-id", machine, "--network", "127.0.0.0/8");
      on("user", "sessions", "--email", user.email());
      on("audit", "list");
      Seals.seal(latchkey);
      on("audit", "head");
      String log = directory.resolve("audit-sealed.jsonl").toString();
      on("audit", "export", log);
      record("audit", "verify", log, "--head", "0");
      on("token", "revoke", "--yes", "--client-id", machine);
      on("credential", "delete", "--yes", "--client-id", machine);
    }
    on("token", "revoke", "--issued-before", "now");
    printed.assertAsDocumented();
  }

  private String createPersonal(Person owner) {
    return client(
        presented(
            "credential create --name Planner --owner %s --scope read:issue:info --redirect-uri https://planner.example/callback --option require_proof_key --network 192.0.2.0/24"
                .formatted(owner.email())));
  }

  /** In an organization with a single team a credential belongs to the team. */
  private String createOrganizational(Latchkey latchkey) {
    Organization home = latchkey.organization(Organization.Kind.SINGLE_TEAM);
    String lead = latchkey.lead(home).email();
    String created =
        client(
            presented(
                "credential create --name Export --owner %s --scope read:directory:users --organization %s"
                    .formatted(lead, home.id().value())));
    on("credential", "list", "--organization", home.id().value());
    return created;
  }

  /** The same with everything that people see of an app. */
  private Command presented(String create) {
    try {
      Path logo = Files.write(directory.resolve("logo.png"), Logos.png(8, 0xff0000));
      String profile =
          " --description Plans --homepage https://a.example --privacy https://a.example --logo ";
      return on((create + profile + logo).split(" "));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private static String client(Command created) {
    return created.document().path("client_id").asString();
  }

  private String ending(String client) {
    return on("credential", "show", "--client-id", client)
        .document()
        .path("client_secrets")
        .path(0)
        .path("ending")
        .asString();
  }

  @Test
  void of_the_configuration() throws IOException {
    GreenMail mail = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
    mail.start();
    try {
      Files.writeString(
          config,
          """
          mail: {host: 127.0.0.1, port: %d, tls: none, from: l@example.com}
          upstreams:
            issues: {addresses: ["http://127.0.0.1:1"], strip_prefix: /openapi/v2, add_prefix: /api}
          routes:
            - {methods: [GET], path: /issues/**, scopes: [read:issue:info], upstream: issues,
               masked: ["**"], deprecated: 2026-01-01, sunset: 2026-02-01,
               deprecation_link: "https://docs.example.com"}
          """
              .formatted(mail.getSmtp().getPort()));
      String file = config.toString();
      record("mail", "test", "lee@example.com", "--config", file);
      record("rights");
      record("routes", "--config", file);
      record("routes", "--config", file, "--explain", "GET /openapi/v2/issues/1");
      record("config", "show", file);
    } finally {
      mail.stop();
    }
    Files.writeString(config, "prot: 1\n");
    record("config", "check", config.toString());
    record("doctor", "--config", config.toString());
    printed.assertAsDocumented();
  }

  @Test
  void of_the_key_file() throws IOException {
    Files.writeString(config, "");
    Latchkey.start(settings).close();
    for (String step : List.of("prepare", "status", "rotate", "finish")) {
      on("key", step);
    }
    printed.assertAsDocumented();
  }

  @Test
  void of_copies_of_a_store() throws IOException {
    Latchkey.start(settings).close();
    String data = settings.store().data().toString();
    String copy = directory.resolve("copy").toString();
    String export = directory.resolve("export").toString();
    record("backup", copy, "--data", data);
    record("restore", copy, "--data", data);
    record("export", export, "--data", data);
    Path empty = Latchkey.temporaryDirectory();
    record("import", export, "--data", empty.toString());
    record("migrate", "--data", data, "--to", Postgres.freshDatabase());
    printed.assertAsDocumented();
    assertThat(Files.exists(empty.resolve("latchkey.db"))).isTrue();
  }

  /** Runs a command on the store of this test, and notes the fields that it prints. */
  private Command on(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of("--data", settings.store().data().toString(), "--config", config.toString()));
    return record(all.toArray(String[]::new));
  }

  private Command record(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    Command run = Command.run(all.toArray(String[]::new));
    printed.note(run, arguments);
    return run;
  }
}
