package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.host.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The checksums of the releases and their signature, verified as docs/operate/install.md says. */
class ReleaseSignatureTest {
  private static final List<String> FILES = List.of("latchkey-1.tar.gz", "latchkey_1_amd64.deb");

  private static final String GOOD = "Good \"latchkey-release\" signature for releases@example.com";

  private final Path directory = Latchkey.temporaryDirectory();
  private final Path releases = directory.resolve("dist");
  private final Path sums = releases.resolve("SHA256SUMS");
  private final Path key = directory.resolve("key");
  private final Path trusted = directory.resolve("latchkey-signers");

  @BeforeEach
  void release() throws IOException {
    Files.createDirectory(releases);
    Files.writeString(releases.resolve(FILES.getFirst()), "one");
    Files.writeString(releases.resolve(FILES.getLast()), "two");
    createKey(key);
    Files.writeString(
        trusted,
        "releases@example.com namespaces=\"latchkey-release\" "
            + Files.readString(Path.of(key + ".pub")));
    sign(key);
  }

  @Test
  void the_signature_of_the_release_key_is_good_and_always_the_same() throws IOException {
    String first = Files.readString(signature());
    assertThat(verify()).contains(GOOD);
    assertThat(checked()).contains("latchkey-1.tar.gz: OK", "latchkey_1_amd64.deb: OK");

    sign(key);

    assertThat(Files.readString(signature())).isEqualTo(first);
  }

  @Test
  void a_changed_release_or_list_is_noticed() throws IOException {
    Files.writeString(releases.resolve("latchkey-1.tar.gz"), "other");
    assertThat(checked()).contains("latchkey-1.tar.gz: FAILED");

    Files.writeString(sums, Files.readString(sums).replace("latchkey-1", "latchkey-2"));
    assertThat(verify()).doesNotContain("Good");
  }

  @Test
  void another_key_and_a_signature_for_another_purpose_are_not_accepted() throws IOException {
    Path other = directory.resolve("other");
    createKey(other);
    sign(other);
    assertThat(verify()).doesNotContain(GOOD);

    Files.delete(signature());
    ssh("-q", "-Y", "sign", "-f", key.toString(), "-n", "git", sums.toString());
    assertThat(signature()).exists();
    assertThat(verify()).doesNotContain(GOOD);
  }

  @Test
  void only_the_releases_of_this_run_are_signed() throws IOException {
    Files.writeString(releases.resolve("latchkey-0.tar.gz"), "of an earlier run");

    sign(key);

    assertThat(Files.readAllLines(sums))
        .extracting(line -> line.split(" +")[1])
        .containsExactlyElementsOf(FILES);
  }

  @Test
  void a_key_that_cannot_sign_is_refused_before_the_build() throws IOException {
    Path missing = directory.resolve("missing");
    Path noKey = Files.writeString(directory.resolve("no-key"), "not a key");

    assertThat(packaged("--sign", missing.toString()))
        .isEqualTo("package: cannot read the key " + missing + " of --sign\n");
    assertThat(packaged("--sign", noKey.toString()))
        .endsWith("package: ssh-keygen cannot sign with " + noKey + "\n")
        .doesNotContain("building");
    assertThat(packaged("--sign")).isEqualTo("package: --sign needs the file of an SSH key\n");
    assertThat(packaged("--output")).isEqualTo("package: --output needs a directory\n");
  }

  private String packaged(String... options) {
    var arguments = new ArrayList<String>(List.of(Checkout.file("package").toString()));
    arguments.addAll(List.of(options));
    return Installed.output("bash", "bash", arguments.toArray(String[]::new));
  }

  @Test
  void without_a_key_no_earlier_signature_stays() {
    checksums("");

    assertThat(signature()).doesNotExist();
    assertThat(sums).isNotEmptyFile();
  }

  private Path signature() {
    return releases.resolve("SHA256SUMS.sig");
  }

  private void sign(Path by) {
    checksums(by.toString());
    assertThat(signature()).exists();
  }

  private void checksums(String by) {
    Installed.output(
        "sh", "dash", script(), releases.toString(), by, FILES.getFirst(), FILES.getLast());
  }

  private static String script() {
    return Checkout.file("packaging/checksums").toString();
  }

  private String verify() {
    return Installed.output(
        "ssh-keygen",
        "openssh-client",
        sums,
        "-Y",
        "verify",
        "-f",
        trusted.toString(),
        "-I",
        "releases@example.com",
        "-n",
        "latchkey-release",
        "-s",
        signature().toString());
  }

  private String checked() {
    return Installed.output(
        "sh", "dash", "-c", "cd \"$0\" && sha256sum --check SHA256SUMS", releases.toString());
  }

  private static void createKey(Path file) {
    ssh("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file.toString());
  }

  private static String ssh(String... arguments) {
    return Installed.output("ssh-keygen", "openssh-client", arguments);
  }
}
