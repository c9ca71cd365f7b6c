package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.console.asset.Brand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section of the configuration about the name, the logo and the colour of the operator. */
class BrandSectionTest {
  @TempDir private Path directory;

  @Test
  void without_the_section_it_is_latchkey() {
    Brand brand = ConfigFile.defaults().brand();

    assertThat(brand.name()).isEqualTo("Latchkey");
    assertThat(brand.logoHref()).isEmpty();
    assertThat(brand.styleHref()).isEmpty();
  }

  @Test
  void a_drawing_gets_its_place_from_its_view_box() throws IOException {
    Brand brand = read("logo: " + logo("a.svg", "<svg xmlns='x' viewBox='0 0 120 40'></svg>"));

    assertThat(brand.logo().orElseThrow().width()).isEqualTo(84);
    assertThat(brand.logo().orElseThrow().height()).isEqualTo(28);
    assertThat(brand.logoHref().orElseThrow())
        .matches("/assets/brand-logo\\.svg\\?v=[A-Za-z0-9_-]{12}");
  }

  @Test
  void a_picture_gets_its_place_from_its_header() throws IOException {
    byte[] start = HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");
    byte[] png = ByteBuffer.allocate(40).put(start).putInt(200).putInt(100).array();
    Path file = Files.write(directory.resolve("a.png"), png);

    Brand brand = read("logo: " + file);

    assertThat(brand.logo().orElseThrow().width()).isEqualTo(56);
    assertThat(brand.logoHref().orElseThrow()).startsWith("/assets/brand-logo.png?v=");
  }

  @Test
  void a_changed_logo_has_another_address() throws IOException {
    String first =
        read("logo: " + logo("a.svg", "<svg viewBox='0 0 1 1'></svg>")).logoHref().orElseThrow();
    String second =
        read("logo: " + logo("a.svg", "<svg viewBox='0 0 2 2'></svg>")).logoHref().orElseThrow();

    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void the_dark_theme_may_have_a_colour_of_its_own() throws IOException {
    assertThat(read("colour: '#0b6e4f'").styleHref()).isPresent();
    assertThat(read("colour: '#0b6e4f'\n  colour_dark: '#a03060'").styleHref())
        .isNotEqualTo(read("colour: '#0b6e4f'").styleHref());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour: '#ffe600' | colour: #ffe600 has a contrast of 1.27:1",
        "colour: '#777777' | 4.48:1",
        "colour: '#0b6e4f'\\n  colour_dark: '#8fbcf2' | colour_dark: #8fbcf2 has a contrast of 1.97:1",
        "colour: blue | colour: must be a colour such as",
        "colour_dark: '#0b6e4f' | colour_dark: needs colour",
        "name: ' ' | name: must have 1 to 40 characters",
        "logo: /nowhere.svg | logo: cannot read /nowhere.svg",
        "colour: '#767676'\\n  color: '#000000' | unknown key color"
      })
  void what_is_wrong_is_named_with_its_line(String section, String why) {
    assertThatThrownBy(() -> read(section.replace("\\n", "\n")))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageMatching("(?s).*latchkey.yaml:[0-9]+: .*");
  }

  @Test
  void a_logo_is_a_small_drawing_or_picture() throws IOException {
    assertRefused(logo("a.svg", "<svg xmlns='x'></svg>"), "viewBox");
    assertRefused(logo("b.svg", "<html viewBox='0 0 1 1'></html>"), "viewBox");
    assertRefused(logo("c.svg", "<svg viewBox='0 0 0 1'></svg>"), "viewBox");
    assertRefused(
        logo("d.svg", "<svg viewBox='0 0 1 1'>" + " ".repeat(20_000) + "</svg>"),
        "at most 20000 bytes");
  }

  @Test
  void the_least_contrast_of_wcag_is_enough() throws IOException {
    assertThat(read("colour: '#767676'").styleHref()).isPresent();
  }

  private void assertRefused(Path logo, String why) {
    assertThatThrownBy(() -> read("logo: " + logo))
        .isInstanceOf(ConfigFault.class)
        .hasMessageContaining(why)
        .hasMessageContaining("latchkey.yaml:2: ");
  }

  private Path logo(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Brand read(String section) throws IOException {
    Path file = directory.resolve("latchkey.yaml");
    Files.writeString(file, "brand:\n  " + section + "\n");
    return ConfigFile.read(file).brand();
  }
}
