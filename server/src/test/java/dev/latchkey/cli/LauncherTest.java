package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the launcher uses the AOT cache, with a stand-in for the program. */
class LauncherTest {
  private static final String OUTPUT = "started" + System.lineSeparator();

  private final Path home = Latchkey.temporaryDirectory();
  private final Path cache = home.resolve("server/target/latchkey.aot");

  static final class StandIn {
    private StandIn() {}

    static void main(String[] arguments) {
      System.out.println("started" + String.join(" ", arguments));
    }
  }

  @BeforeEach
  void build() throws IOException {
    Path scripts = Files.createDirectories(home.resolve("server/src/main/sh"));
    try (Stream<Path> files = Files.list(Path.of("src/main/sh"))) {
      for (Path file : files.toList()) {
        Files.copy(file, scripts.resolve(file.getFileName()));
      }
    }
    Files.copy(
        Checkout.file("latchkey"), home.resolve("latchkey"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(home.resolve("testkit/src/main"));
    for (String module : List.of("", "testkit/", "server/")) {
      Files.createFile(home.resolve(module + "pom.xml"));
    }
    Files.createDirectory(home.resolve("server/target"));
    pack("first");
  }

  @Test
  void without_a_cache_it_starts_and_prints_nothing_more() throws Exception {
    assertThat(launch("")).isEqualTo(OUTPUT);
  }

  @Test
  void with_a_broken_cache_it_starts_and_prints_nothing_more() throws Exception {
    for (String broken : List.of("", "x", "x".repeat(1 << 20))) {
      Files.writeString(cache, broken);
      assertThat(launch("")).isEqualTo(OUTPUT);
    }
  }

  @Test
  void a_cache_serves_the_jar_and_the_jvm_it_was_made_for_and_no_other() throws Exception {
    run(
        java(),
        "@" + home.resolve("server/src/main/sh/jvm.options"),
        "-XX:AOTCacheOutput=" + cache,
        "-jar",
        home.resolve("server/target/latchkey.jar").toString());

    assertThat(launch("-Xlog:class+load=info"))
        .contains("StandIn source: shared objects file", OUTPUT);
    assertThat(launch("-XX:+UseSerialGC")).isEqualTo(OUTPUT);
    assertThat(launch("-XX:-UseCompactObjectHeaders")).isEqualTo(OUTPUT);
    assertThat(launch("-XX:AOTMode=off")).isEqualTo(OUTPUT);

    pack("a later build");
    assertThat(launch("")).isEqualTo(OUTPUT);
  }

  /** The launcher of a checkout, linked from a directory of the path. */
  @Test
  void by_a_link_in_another_directory_it_starts_as_well() throws Exception {
    Path directory = Files.createDirectory(home.resolve("bin"));
    Path link = directory.resolve("latchkey");
    Files.createSymbolicLink(link, Path.of("../latchkey"));
    Path other = Latchkey.temporaryDirectory().resolve("lk");
    Files.createSymbolicLink(other, link);

    assertThat(launch(link, "")).isEqualTo(OUTPUT);
    assertThat(launch(other, "")).isEqualTo(OUTPUT);
  }

  @Test
  void package_works_by_a_link_as_well() throws Exception {
    Path link = home.resolve("package");
    Files.createSymbolicLink(link, Checkout.file("package").toRealPath());

    assertThat(run(link.toString(), "--help")).startsWith("./package ");
  }

  private void pack(String build) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandIn.class.getName());
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, build);
    String entry = StandIn.class.getName().replace('.', '/') + ".class";
    try (var jar =
            new JarOutputStream(
                Files.newOutputStream(home.resolve("server/target/latchkey.jar")), manifest);
        InputStream code = StandIn.class.getResourceAsStream("/" + entry)) {
      jar.putNextEntry(new JarEntry(entry));
      code.transferTo(jar);
    }
  }

  private String launch(String options) throws IOException, InterruptedException {
    return launch(home.resolve("latchkey"), options);
  }

  private static String launch(Path launcher, String options)
      throws IOException, InterruptedException {
    return run(
        "env",
        "JAVA_HOME=" + System.getProperty("java.home"),
        "LATCHKEY_JAVA_OPTIONS=" + options,
        launcher.toString());
  }

  /** The output on both streams. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
