package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignInSectionTest {
  private static final String ORGANIZATION = "org_4fzAq0bX9cJmT2LwRk7Vhd";

  @TempDir private Path directory;
  private Path secret;

  @BeforeEach
  void keepSecret() throws IOException {
    secret = Files.writeString(directory.resolve("secret"), "hush\n");
  }

  @Test
  void a_provider_and_its_hosts() throws IOException {
    IdentityProvider provider =
        read("issuer: https://id.example.com/realm\n    client_id: latchkey\n"
                + "    hosts: [token.example.com]\n    client_secret_file: "
                + secret)
            .getFirst();

    assertThat(provider.title()).isEqualTo("example");
    assertThat(provider.hosts()).containsExactlyInAnyOrder("id.example.com", "token.example.com");
    assertThat(provider.origins()).isEqualTo("https://id.example.com https://token.example.com");
    assertThat(provider.toString()).doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "client_id: a | issuer: is required",
        "issuer: https://id.example.com | client_id: is required",
        "issuer: https://id.example.com\\n    client_id: a | client_secret_file: is required",
        "issuer: http://id.example.com\\n    client_id: a | or http:// on loopback",
        "issuer: https://a@id.example.com\\n    client_id: a | or http:// on loopback",
        "issuer: https://id.example.com?x=y\\n    client_id: a | or http:// on loopback",
        "isuer: https://id.example.com | unknown key isuer"
      })
  void what_is_wrong_is_named_with_its_line(String section, String why) {
    String whole =
        section.replace("\\n", "\n")
            + (why.contains("loopback") ? "\n    client_secret_file: " + secret : "");
    assertThatThrownBy(() -> read(whole))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }

  @Test
  void rules_for_new_people_are_read_in_their_order() throws IOException {
    IdentityProvider provider =
        read(rules(
                "name: leads\n        claim: groups\n        values: [a, b]\n"
                    + "        team: Apollo\n        role: team_administrator",
                "name: staff\n        email_domains: [contoso.com]"))
            .getFirst();

    assertThat(provider.creationRules())
        .extracting(CreationRule::name)
        .containsExactly("leads", "staff");
    assertThat(provider.creationRules().getFirst().claim())
        .contains(new CreationRule.RequiredClaim("groups", Set.of("a", "b")));
    assertThat(provider.creationRules().getLast().place())
        .isEqualTo(
            new CreationRule.Place(
                new Id.Organization(ORGANIZATION), Optional.empty(), User.Role.MEMBER));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "email_domains: [contoso.com] | name: is required",
        "name: all | needs email_domains or claim",
        "name: a\\n        email_domains: [Contoso.com] | whole and in lower case",
        "name: a\\n        email_domains: ['*.contoso.com'] | whole and in lower case",
        "name: a\\n        email_domains: [com] | whole and in lower case",
        "name: a\\n        claim: groups | a claim needs values",
        "name: a\\n        values: [x] | a claim needs values",
        "name: a\\n        email_domains: [c.com]\\n        role: super_administrator | role: must be member, team_administrator or organization_administrator, not super_administrator",
        "name: a\\n        email_domains: [c.com]\\n        role: boss | role: must be",
        "name: a\\n        email_domains: [c.com]\\n        role: team_administrator | needs a team",
        "name: a\\n        email_domain: c.com | unknown key email_domain"
      })
  void a_rule_that_would_let_too_many_in_is_refused(String rule, String why) {
    assertThatThrownBy(() -> read(rules(rule.replace("\\n", "\n"))))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }

  @Test
  void two_rules_with_one_name_are_refused() {
    String rule = "name: staff\n        email_domains: [contoso.com]";

    assertThatThrownBy(() -> read(rules(rule, rule))).hasMessageContaining("named staff");
  }

  @Test
  void the_organization_of_a_rule_is_an_id() {
    String rule = "name: staff\n        email_domains: [contoso.com]";

    assertThatThrownBy(() -> read(rules(rule).replace(ORGANIZATION, "Contoso")))
        .hasMessageContaining("must be an id");
  }

  private String rules(String... rules) {
    var text =
        new StringBuilder(
            "issuer: https://id.example.com\n    client_id: a\n    client_secret_file: "
                + secret
                + "\n    create:\n");
    for (String rule : rules) {
      text.append("      - organization: ").append(ORGANIZATION).append("\n        ");
      text.append(rule).append("\n");
    }
    return text.toString();
  }

  private List<IdentityProvider> read(String entry) throws IOException {
    Path file = directory.resolve("latchkey.yaml");
    Files.writeString(file, "sign_in:\n  example:\n    " + entry + "\n");
    return ConfigFile.read(file).outside().providers();
  }
}
