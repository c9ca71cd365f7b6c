package dev.latchkey.console.page;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the operator presents this installation: the name in the top bar and in titles, a logo, and
 * the colours of the buttons on pages without navigation, such as sign-in and consent.
 *
 * <p>The text on the colour of the operator is white in both themes, so one rule decides which
 * colours are possible. A text colour chosen by the program would allow light colours, but the same
 * button would look different in each theme.
 */
public final class Brand {
  public static final Brand LATCHKEY = new Brand("Latchkey", Optional.empty(), Optional.empty());

  /** The height of the logo in the top bar, in CSS pixels. */
  public static final int LOGO_HEIGHT = 28;

  private final String name;
  private final Optional<Image> logo;
  private final Optional<Asset> drawing;
  private final Optional<Asset> style;

  public Brand(String name, Optional<Image> logo, Optional<Colours> colours) {
    this.name = name;
    this.logo = logo;
    this.drawing = logo.map(image -> Asset.of("brand-logo" + image.format.extension, image.bytes));
    this.style =
        colours.map(
            chosen -> Asset.of("brand.css", chosen.styleSheet().getBytes(StandardCharsets.UTF_8)));
  }

  /** The kinds of files that a logo may be. */
  public enum Format {
    SVG(".svg"),
    PNG(".png");

    private final String extension;

    Format(String extension) {
      this.extension = extension;
    }
  }

  /** A logo. With its size the browser reserves its place before it is loaded. */
  public static final class Image {
    private final Format format;
    private final int width;
    private final int height;
    private final byte[] bytes;

    public Image(Format format, int width, int height, byte[] bytes) {
      this.format = format;
      this.width = width;
      this.height = height;
      this.bytes = bytes.clone();
    }

    public int width() {
      return width;
    }

    public int height() {
      return height;
    }
  }

  /** The colour in each theme, as {@code #rrggbb}. White text on it has enough contrast. */
  public record Colours(String light, String dark) {
    String styleSheet() {
      return """
      :root:root { --brand: light-dark(%s, %s); }
      body:not(.with-side) {
          --pico-primary-background: var(--brand);
          --pico-primary-border: var(--brand);
          --pico-primary-hover-background: color-mix(in srgb, var(--brand) 85%%, #000);
          --pico-primary-hover-border: color-mix(in srgb, var(--brand) 85%%, #000);
          --pico-primary-inverse: #fff;
      }
      """
          .formatted(light, dark);
    }
  }

  public String name() {
    return name;
  }

  /** Whether the operator chose a name. The footer then says what the installation runs on. */
  public boolean isNamed() {
    return !name.equals(LATCHKEY.name);
  }

  public Optional<Image> logo() {
    return logo;
  }

  /** The address of the logo. It changes with the content of the file. */
  public Optional<String> logoHref() {
    return drawing.map(Asset::href);
  }

  /** The address of the style sheet with the colours. */
  public Optional<String> styleHref() {
    return style.map(Asset::href);
  }

  Stream<Asset> assets() {
    return Stream.concat(drawing.stream(), style.stream());
  }
}
