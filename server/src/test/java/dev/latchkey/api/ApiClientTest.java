package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A published validator accepts the description, and a client made from it works. */
@Tag("long")
class ApiClientTest {
  private static final String LIBRARIES =
      "@seriousme/openapi-schema-validator@2.11.0 openapi-client-axios@7.9.1 axios@1.21.1";

  @Test
  void a_client_that_is_generated_from_the_description_works() throws Exception {
    Path directory = Registry.NPM.install(LIBRARIES);
    try (Latchkey latchkey = ManagementApi.start(Store.SQLITE)) {
      Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
      Person administrator = latchkey.administrator(acme);
      Person superAdministrator =
          latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, latchkey.team(acme));
      Person leaver = latchkey.person(acme, User.Role.MEMBER, latchkey.team(acme));
      var app = latchkey.app(leaver, List.of("https://app.example/callback"), Latchkey.SCOPE);
      app.tokens(latchkey.browser().signIn(leaver));
      var first = latchkey.machine(administrator, Optional.empty(), ManagementApi.SCOPE);
      var second = latchkey.machine(administrator, Optional.empty(), ManagementApi.SCOPE);
      Path program = directory.resolve("api-client.mjs");
      Files.copy(
          Checkout.file("server/src/test/resources/api-client.mjs"),
          program,
          StandardCopyOption.REPLACE_EXISTING);
      var command = new ArrayList<>(Registry.NPM.interpreter(directory));
      command.add(program.toString());
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder
          .environment()
          .putAll(
              Map.of(
                  "LATCHKEY", latchkey.url(),
                  "TOKEN", ManagementApi.machine(latchkey, administrator, Optional.empty()),
                  "PLATFORM_TOKEN", ManagementApi.token(latchkey, superAdministrator),
                  "OWNER_TOKEN", ManagementApi.token(latchkey, leaver),
                  "LEAVER", leaver.user().id().value(),
                  "HEIR", administrator.email(),
                  "APP", app.id(),
                  "MACHINE", first.credential().clientId().value(),
                  "SECOND_MACHINE", second.credential().clientId().value()));
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output.lines())
          .contains(
              "valid true ",
              "createOrganization 201",
              "renamed true",
              "invited 1 true",
              "found true",
              "secrets 1",
              "recorded 1 virtual_administrator",
              "revoked 0",
              "not called: ");
    }
  }
}
