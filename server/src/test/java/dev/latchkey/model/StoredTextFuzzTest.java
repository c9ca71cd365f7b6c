package dev.latchkey.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.model.credential.PlatformVersion;

/** Parses hashes from addresses, and versions from the configuration. */
class StoredTextFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    SecretHash.parse(sent).ifPresent(hash -> assertThat(hash.text()).isEqualTo(sent));

    var version = new PlatformVersion(sent);
    assertThat(version.isAtLeast(version)).isTrue();
    if (PlatformVersion.isVersion(sent)) {
      assertThat(
              new PlatformVersion(sent + ".0").isAtLeast(version)
                  || !PlatformVersion.isVersion(sent + ".0"))
          .isTrue();
    } else {
      assertThat(version.isAtLeast(PlatformVersion.ORGANIZATION_CREDENTIALS)).isFalse();
    }
  }
}
