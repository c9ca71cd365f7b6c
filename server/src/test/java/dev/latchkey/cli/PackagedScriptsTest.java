package dev.latchkey.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The scripts of the releases, with a stand-in for Java. Root runs them, and so does the user of
 * the service, so neither may execute or follow what another user can write.
 */
class PackagedScriptsTest {
  private static final int OTHER_USER = 12_345;
  private static final Set<PosixFilePermission> EVERYBODY =
      PosixFilePermissions.fromString("rwxrwxrwx");

  /** Prints its arguments. A cache that it is to write contains who wrote it, and where. */
  private static final String JAVA =
      """
      #!/bin/sh
      for argument; do
          case $argument in
              -XX:AOTCacheOutput=*)
                  file=${argument#*=}
                  printf '%s' "$(id -u) $(stat -c '%u %a' "$(dirname "$file")")" >"$file" ;;
          esac
      done
      echo "$@"
      """;

  private final Path root = Latchkey.temporaryDirectory();
  private final Path program = root.resolve("usr/lib/latchkey");
  private final Path cache = program.resolve("latchkey.aot");

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(program.resolve("runtime/bin"));
    for (String script : List.of("latchkey", "create-aot-cache", "java.sh")) {
      executable(program.resolve(script), Files.readString(Checkout.file("packaging/" + script)));
    }
    executable(program.resolve("runtime/bin/java"), JAVA);
  }

  @Test
  void the_launcher_uses_a_cache_that_only_its_user_or_root_can_write() throws Exception {
    assertThat(usesCache()).isFalse();

    Files.createFile(cache);

    assertThat(usesCache()).isTrue();
  }

  @Test
  void a_cache_that_other_users_can_write_or_replace_is_not_used() throws Exception {
    Files.createFile(cache);
    Set<PosixFilePermission> usual = Files.getPosixFilePermissions(program);
    for (String open : List.of("rw-rw-r--", "rw-r--rw-")) {
      Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString(open));
      assertThat(usesCache()).as(open).isFalse();
    }
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(program, EVERYBODY);
    assertThat(usesCache()).as("in an open directory").isFalse();

    Files.setPosixFilePermissions(program, usual);
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    Files.move(cache, elsewhere.resolve("aot"));
    Files.setPosixFilePermissions(elsewhere, EVERYBODY);
    Files.createSymbolicLink(cache, elsewhere.resolve("aot"));
    assertThat(usesCache()).as("a link into an open directory").isFalse();
  }

  @Test
  void root_does_not_use_the_cache_of_another_user() throws Exception {
    assumeTrue(Program.canMount(), "only root can give files to others");
    Files.createFile(cache);
    Files.setAttribute(cache, "unix:uid", OTHER_USER);
    assertThat(usesCache()).isFalse();

    Files.setAttribute(cache, "unix:uid", 0);
    Files.setAttribute(program, "unix:uid", OTHER_USER);
    assertThat(usesCache()).isFalse();
  }

  @Test
  void links_in_the_way_of_a_new_cache_are_not_followed() throws Exception {
    Path file = Files.writeString(root.resolve("victim"), "precious");
    Path directory = Files.createDirectory(root.resolve("victims"));
    for (Path victim : List.of(file, directory)) {
      for (String name : List.of("latchkey.aot", "latchkey.aot.new", "latchkey.aot.log")) {
        Files.deleteIfExists(program.resolve(name));
        Files.createSymbolicLink(program.resolve(name), victim);
      }

      run(Map.of(), program.resolve("create-aot-cache").toString());

      assertThat(file).hasContent("precious");
      assertThat(directory).isEmptyDirectory();
      assertThat(Files.isSymbolicLink(cache)).isFalse();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
          .isEqualTo("rw-r--r--");
    }
  }

  @Test
  void no_cache_is_created_where_other_users_write() throws Exception {
    Path open = Files.createDirectory(root.resolve("open"));
    Files.setPosixFilePermissions(open, EVERYBODY);

    Result result =
        run(
            Map.of(),
            program.resolve("create-aot-cache").toString(),
            open.resolve("aot").toString());

    assertThat(result.exitCode()).isOne();
    assertThat(result.output()).contains("other users can write to " + open);
    assertThat(open).isEmptyDirectory();
  }

  /** The functions of the script that dpkg runs as root after the files are unpacked. */
  @Test
  void the_package_creates_its_cache_as_root_in_a_directory_of_root() throws Exception {
    Path directory = Files.createDirectories(root.resolve("var/cache/latchkey"));

    run(
        Map.ofEntries(
            entry("DPKG_ROOT", root.toString()),
            entry("SCRIPT", Checkout.file("packaging/deb/postinst").toString())),
        "sh",
        "-ec",
        ". \"$SCRIPT\"; create_aot_cache");

    Object me = Files.getAttribute(root, "unix:uid");
    assertThat(directory.resolve("latchkey.aot")).hasContent(me + " " + me + " 700");
  }

  private boolean usesCache() throws Exception {
    String output = run(Map.of(), program.resolve("latchkey").toString(), "serve").output();
    assertThat(output).endsWith("serve\n");
    return output.contains("-XX:AOTCache=" + cache);
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private record Result(int exitCode, String output) {}

  private static Result run(Map<String, String> variables, String... command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }
}
