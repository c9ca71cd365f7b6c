package dev.latchkey.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documentation that is written from the program. */
public final class WrittenPage {
  private WrittenPage() {}

  /** With the environment variable {@code WRITE_PAGES=yes} the page is written again before. */
  public static void assertUpToDate(String name, String expected) throws IOException {
    Path page = Checkout.file(name);
    if ("yes".equals(System.getenv("WRITE_PAGES"))) {
      Files.writeString(page, expected);
    }
    assertThat(Files.readString(page)).as("WRITE_PAGES=yes writes it again").isEqualTo(expected);
  }
}
