package dev.latchkey.app.config;

import dev.latchkey.console.page.Brand;
import dev.latchkey.model.DisplayName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The section {@code brand} of the file: how the operator presents this installation. */
final class BrandSection {
  private static final Set<String> KEYS = Set.of("name", "logo", "colour", "colour_dark");

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

  private BrandSection() {}

  static Brand read(Yaml file) {
    return file.section("brand").map(BrandSection::brand).orElse(Brand.LATCHKEY);
  }

  private static Brand brand(Yaml section) {
    section.only(KEYS);
    String name = section.text("name", "Latchkey");
    Optional<String> logo = section.text("logo");
    return new Brand(
        section.attempt(() -> name(section, name)).orElse("Latchkey"),
        section.attempt(() -> logo.map(file -> logo(section, file))).orElse(Optional.empty()),
        section.attempt(() -> colours(section)).orElse(Optional.empty()));
  }

  private static String name(Yaml section, String name) {
    if (name.length() > MAX_NAME_CHARS || DisplayName.flawOf(name).isPresent()) {
      throw section.fault(
          "name", "name must have 1 to " + MAX_NAME_CHARS + " characters, without invisible ones");
    }
    return name;
  }

  private static Brand.Image logo(Yaml section, String file) {
    byte[] bytes = bytes(section, file);
    if (bytes.length > MAX_LOGO_BYTES) {
      throw section.fault(
          "logo",
          "logo has at most " + MAX_LOGO_BYTES + " bytes, and " + file + " has " + bytes.length);
    }
    return png(bytes)
        .or(() -> svg(bytes))
        .orElseThrow(() ->
            section.fault(
                "logo",
                "logo must be a PNG, or an SVG whose first element has a viewBox: " + file));
  }

  private static byte[] bytes(Yaml section, String file) {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException | InvalidPathException unreadable) {
      throw section.fault("logo", "cannot read logo " + file);
    }
  }

  private static Optional<Brand.Image> png(byte[] bytes) {
    if (bytes.length < PNG_START.length + 8
        || !Arrays.equals(bytes, 0, PNG_START.length, PNG_START, 0, PNG_START.length)) {
      return Optional.empty();
    }
    var size = ByteBuffer.wrap(bytes, PNG_START.length, 8);
    return image(Brand.Format.PNG, size.getInt(), size.getInt(), bytes);
  }

  private static Optional<Brand.Image> svg(byte[] bytes) {
    Matcher root = SVG_ROOT.matcher(new String(bytes, StandardCharsets.UTF_8));
    if (!root.find()) {
      return Optional.empty();
    }
    Matcher box = VIEW_BOX.matcher(root.group(1));
    return box.find()
        ? image(Brand.Format.SVG, number(box.group(1)), number(box.group(2)), bytes)
        : Optional.empty();
  }

  private static double number(String text) {
    return text.matches("[0-9]+(\\.[0-9]+)?") ? Double.parseDouble(text) : 0;
  }

  /** The image in the height of the top bar. A size of zero is no size. */
  private static Optional<Brand.Image> image(
      Brand.Format format, double width, double height, byte[] bytes) {
    if (width <= 0 || height <= 0) {
      return Optional.empty();
    }
    int shown = (int) Math.max(1, Math.round(Brand.LOGO_HEIGHT * width / height));
    return Optional.of(new Brand.Image(format, shown, Brand.LOGO_HEIGHT, bytes));
  }

  private static Optional<Brand.Colours> colours(Yaml section) {
    Optional<String> light = section.text("colour");
    Optional<String> dark = section.text("colour_dark");
    if (light.isEmpty() && dark.isPresent()) {
      throw section.fault("colour_dark", "colour_dark needs colour");
    }
    light.ifPresent(colour -> check(section, "colour", colour));
    dark.ifPresent(colour -> check(section, "colour_dark", colour));
    return light.map(colour -> new Brand.Colours(colour, dark.orElse(colour)));
  }

  /** White text stands on the colour in both themes. */
  private static void check(Yaml section, String key, String colour) {
    if (!COLOUR.matcher(colour).matches()) {
      throw section.fault(key, key + " must be a colour such as \"#1c4f8c\", not " + colour);
    }
    double contrast = contrastWithWhite(colour);
    if (contrast < LEAST_CONTRAST) {
      throw section.fault(
          key,
          String.format(
              Locale.ROOT,
              "%s %s has a contrast of %.2f:1 with the white text on it, less than %.1f:1: choose a darker one",
              key,
              colour,
              contrast,
              LEAST_CONTRAST));
    }
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
}
