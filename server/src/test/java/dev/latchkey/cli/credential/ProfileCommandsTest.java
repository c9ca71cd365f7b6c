package dev.latchkey.cli.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Logos;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How people see an app, set on the command line. */
class ProfileCommandsTest extends OnBothStores {
  @TempDir private Path files;

  private final Person owner = latchkey.person();
  private final App app = latchkey.app(owner);

  @Test
  void texts_are_changed_one_by_one_and_removed() {
    assertThat(change("--homepage", "https://planner.example/").text("homepage"))
        .isEqualTo("https://planner.example/");
    assertThat(change("--description", "Plans the week").text("homepage"))
        .isEqualTo("https://planner.example/");
    assertThat(change("--homepage", "none").text("homepage")).isEmpty();
    assertThat(change("--privacy", "http://planner.example/").err())
        .contains("--privacy: Use https.");
  }

  @Test
  void a_logo_is_read_from_a_file() throws IOException {
    String logo = file("logo.png", Logos.png(8, 0xff0000));
    assertThat(change("--logo", logo).text("logo")).startsWith("/logos/" + app.id() + "/");
    assertThat(change("--name", "Planner").text("logo")).isNotEmpty();
    assertThat(change("--logo", "none").text("logo")).isEmpty();
    assertThat(change("--logo", file("text", new byte[] {'x'})).err())
        .contains("--logo: This is not an image that can be used.");
    assertThat(change("--logo", logo + "-none").err()).contains("cannot be read");
  }

  @Test
  void nothing_is_created_with_a_logo_that_cannot_be_used() throws IOException {
    int before = latchkey.owned(owner).size();
    String[] create = {
      "credential",
      "create",
      "--json",
      "--name",
      "App",
      "--owner",
      owner.email(),
      "--scope",
      "read:issue:info",
      "--redirect-uri",
      "https://app.example/callback",
      "--logo"
    };
    assertThat(run(create, file("text", new byte[] {'x'})).err()).contains("--logo");
    assertThat(latchkey.owned(owner)).hasSize(before);
    Command created = run(create, file("logo.png", Logos.png(8, 0xff0000)));
    assertThat(created.text("logo")).startsWith("/logos/");
    assertThat(created.text("client_secret")).isNotEmpty();
  }

  private String file(String name, byte[] content) throws IOException {
    return Files.write(files.resolve(name), content).toString();
  }

  private Command change(String... what) {
    return run(new String[] {"credential", "change", "--json", "--client-id", app.id()}, what);
  }

  private Command run(String[] command, String... more) {
    var all = new ArrayList<>(List.of(command));
    all.addAll(List.of(more));
    return Command.on(latchkey.settings(), all.toArray(String[]::new));
  }
}
