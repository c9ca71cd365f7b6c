package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.model.Language;
import dev.latchkey.model.credential.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list of scopes of the operator, in several languages. */
class ScopeListTest {
  @TempDir private Path directory;

  @Test
  void a_scope_says_in_each_language_what_the_list_has_for_it() throws IOException {
    Scope scope =
        read(
                "  - {name: 'read:a:b', title: Things, description: See things., group: All,",
                "     zh: {title: 事物, description: 查看事物。}}")
            .getFirst();

    assertThat(scope.in(Language.ENGLISH))
        .isEqualTo(new Scope.Meaning("Things", "See things.", "All"));
    assertThat(scope.in(Language.CHINESE)).isEqualTo(new Scope.Meaning("事物", "查看事物。", "All"));
  }

  @Test
  void an_operator_with_one_language_writes_it_once() throws IOException {
    Scope scope = read("  - {name: 'read:a:b', title: 事物}").getFirst();

    assertThat(scope.in(Language.ENGLISH)).isEqualTo(new Scope.Meaning("事物", "", ""));
    assertThat(scope.in(Language.CHINESE)).isEqualTo(scope.in(Language.ENGLISH));
  }

  @Test
  void a_language_without_pages_is_named_with_its_line() {
    assertThatThrownBy(() -> read("  - name: 'read:a:b'", "    fr: {title: Choses}"))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("latchkey.yaml:3: scopes[0].fr: unknown key fr");
    assertThatThrownBy(() -> read("  - name: 'read:a:b'", "    zh: {titel: 事物}"))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining("titel: unknown key titel");
  }

  private List<Scope> read(String... lines) throws IOException {
    Path file = directory.resolve("latchkey.yaml");
    Files.writeString(file, "scopes:\n" + String.join("\n", lines));
    return ConfigFile.read(file).platform().catalogue().scopes();
  }
}
