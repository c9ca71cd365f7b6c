package dev.latchkey.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.jar.Attributes;
import org.junit.jupiter.api.Test;

/** Which build the program says it is. */
class BuildTest {
  @Test
  void a_jar_names_its_version_and_commit() {
    var manifest = new Attributes();
    manifest.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    manifest.putValue("Latchkey-Commit", "85b62e64");

    assertThat(Build.of(manifest)).isEqualTo(new Build("1.2.3", "85b62e64"));
  }

  @Test
  void classes_outside_a_jar_have_no_version() {
    assertThat(Build.read()).isEqualTo(new Build("(unpacked)", "unknown"));
  }
}
