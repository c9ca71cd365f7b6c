package dev.latchkey.console.asset;

import dev.latchkey.model.person.DisplayName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** A longer name would not fit in the top bar. */
  private static final int MAX_NAME_CHARS = 40;

  /** A larger logo would make the sign-in page slow to load. */
  private static final int MAX_LOGO_BYTES = 20_000;

  /** The first bytes of a PNG file, up to its width and height (PNG 5.2 and 11.2.1). */
  private static final byte[] PNG_START =
      HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");

  private static final Pattern SVG_ROOT =
      Pattern.compile("(?s)\\A\\s*(?:<[?!][^>]*>\\s*)*<svg\\s([^>]*)>");

  private static final Pattern VIEW_BOX =
      Pattern.compile(
          "viewBox\\s*=\\s*[\"'][-0-9.]+[\\s,]+[-0-9.]+[\\s,]+([0-9.]{1,8})[\\s,]+([0-9.]{1,8})\\s*[\"']");

  private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");

  /** The contrast that WCAG 2.2 asks of text (1.4.3, level AA). */
  private static final double LEAST_CONTRAST = 4.5;

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

    private Image(Format format, int width, int height, byte[] bytes) {
      this.format = format;
      this.width = width;
      this.height = height;
      this.bytes = bytes.clone();
    }

    /** Throws {@link IllegalArgumentException} if the file is no small PNG or SVG with a size. */
    public static Image of(byte[] file) {
      if (file.length > MAX_LOGO_BYTES) {
        throw new IllegalArgumentException(
            "has at most " + MAX_LOGO_BYTES + " bytes, not " + file.length);
      }
      return png(file)
          .or(() -> svg(file))
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "must be a PNG, or an SVG whose first element has a viewBox"));
    }

    private static Optional<Image> png(byte[] bytes) {
      if (bytes.length < PNG_START.length + 8
          || !Arrays.equals(bytes, 0, PNG_START.length, PNG_START, 0, PNG_START.length)) {
        return Optional.empty();
      }
      var size = ByteBuffer.wrap(bytes, PNG_START.length, 8);
      return sized(Format.PNG, size.getInt(), size.getInt(), bytes);
    }

    private static Optional<Image> svg(byte[] bytes) {
      Matcher root = SVG_ROOT.matcher(new String(bytes, StandardCharsets.UTF_8));
      if (!root.find()) {
        return Optional.empty();
      }
      Matcher box = VIEW_BOX.matcher(root.group(1));
      return box.find()
          ? sized(Format.SVG, number(box.group(1)), number(box.group(2)), bytes)
          : Optional.empty();
    }

    private static double number(String text) {
      return text.matches("[0-9]+(\\.[0-9]+)?") ? Double.parseDouble(text) : 0;
    }

    /** The image in the height of the top bar. A size of zero is no size. */
    private static Optional<Image> sized(Format format, double width, double height, byte[] bytes) {
      if (width <= 0 || height <= 0) {
        return Optional.empty();
      }
      int shown = (int) Math.max(1, Math.round(LOGO_HEIGHT * width / height));
      return Optional.of(new Image(format, shown, LOGO_HEIGHT, bytes));
    }

    public int width() {
      return width;
    }

    public int height() {
      return height;
    }
  }

  /** The name, which is refused if it has no place in the top bar. */
  public static String checkedName(String name) {
    if (name.length() > MAX_NAME_CHARS || DisplayName.flawOf(name).isPresent()) {
      throw new IllegalArgumentException(
          "must have 1 to " + MAX_NAME_CHARS + " characters, without invisible ones");
    }
    return name;
  }

  /** The colour in each theme, as {@code #rrggbb}. White text on it has enough contrast. */
  public record Colours(String light, String dark) {
    public Colours {
      var _ = checked(light);
      var _ = checked(dark);
    }

    /** Throws {@link IllegalArgumentException} for what white text cannot stand on. */
    public static String checked(String colour) {
      if (!COLOUR.matcher(colour).matches()) {
        throw new IllegalArgumentException("must be a colour such as \"#1c4f8c\", not " + colour);
      }
      double contrast = contrastWithWhite(colour);
      if (contrast < LEAST_CONTRAST) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s has a contrast of %.2f:1 with the white text on it, less than %.1f:1: choose a darker one",
                colour,
                contrast,
                LEAST_CONTRAST));
      }
      return colour;
    }

    /** The contrast ratio of WCAG 2.2. The relative luminance of white is 1. */
    private static double contrastWithWhite(String colour) {
      int rgb = HexFormat.fromHexDigits(colour.substring(1));
      double luminance =
          0.2126 * linear(rgb >> 16 & 0xff)
              + 0.7152 * linear(rgb >> 8 & 0xff)
              + 0.0722 * linear(rgb & 0xff);
      return 1.05 / (luminance + 0.05);
    }

    private static double linear(int channel) {
      double share = channel / 255.0;
      return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

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
