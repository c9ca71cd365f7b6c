package dev.latchkey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.login.IdentityProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignInSectionTest {
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
        assertThat(provider.hosts())
                .containsExactlyInAnyOrder("id.example.com", "token.example.com");
        assertThat(provider.origins())
                .isEqualTo("https://id.example.com https://token.example.com");
        assertThat(provider.toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "client_id: a | needs issuer",
                "issuer: https://id.example.com | needs client_id",
                "issuer: https://id.example.com\\n    client_id: a | needs client_secret_file",
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

    private List<IdentityProvider> read(String entry) throws IOException {
        Path file = directory.resolve("latchkey.yaml");
        Files.writeString(file, "sign_in:\n  example:\n    " + entry + "\n");
        return ConfigFile.read(file).providers();
    }
}
