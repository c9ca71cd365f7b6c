package dev.latchkey.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes inputs from seeds, with a few changes in each. The inputs are the same in every run. */
final class Changes {
  private static final int MOST_CHANGES = 4;
  private static final int MOST_TAKEN = 24;
  private static final int MOST_BYTES = 8_192;

  /** Texts to which parsers give a special meaning. */
  private static final List<byte[]> SIGNS =
      List.of(
          utf8("\0"),
          utf8("%00"),
          utf8("%"),
          utf8("%2"),
          utf8("%2f"),
          utf8("%e4%b8"),
          utf8("+"),
          utf8("&"),
          utf8("="),
          utf8(";"),
          utf8(","),
          utf8(":"),
          utf8("\""),
          utf8("'"),
          utf8("\\"),
          utf8("/"),
          utf8(".."),
          utf8("?"),
          utf8("#"),
          utf8("@"),
          utf8("["),
          utf8("]"),
          utf8("{"),
          utf8("}"),
          utf8("-"),
          utf8("_"),
          utf8(" "),
          utf8("\t"),
          utf8("\r\n"),
          utf8("\n"),
          utf8("0"),
          utf8("-1"),
          utf8("99999999999999999999"),
          utf8("+999999999-12-31"),
          utf8("1e400"),
          utf8("\u00e4"),
          utf8("\u0130"),
          utf8("\u202e"),
          utf8("\ud83d\ude00"),
          new byte[] {(byte) 0xff},
          new byte[] {(byte) 0xc0, (byte) 0xaf},
          new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});

  private final List<byte[]> seeds;
  private final Random random;

  Changes(List<byte[]> seeds, long seed) {
    this.seeds = seeds;
    this.random = new Random(seed);
  }

  byte[] next() {
    byte[] input = any(seeds);
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      input = changed(input);
    }
    return input.length <= MOST_BYTES ? input : Arrays.copyOf(input, MOST_BYTES);
  }

  private byte[] changed(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int to = Math.min(input.length, at + random.nextInt(MOST_TAKEN));
    return switch (random.nextInt(7)) {
      case 0 -> with(input, at, to, new byte[0]);
      case 1 -> with(input, at, at, any(SIGNS));
      case 2 -> with(input, at, to, any(SIGNS));
      case 3 -> with(input, at, Math.min(input.length, at + 1), oneByte());
      case 4 -> with(input, at, at, Arrays.copyOfRange(input, at, to));
      case 5 -> with(input, at, input.length, tail(any(seeds)));
      default -> swapped(input, at);
    };
  }

  private byte[] oneByte() {
    return new byte[] {(byte) random.nextInt(256)};
  }

  private byte[] tail(byte[] seed) {
    return Arrays.copyOfRange(seed, random.nextInt(seed.length + 1), seed.length);
  }

  /**
   * Flips one bit of a byte: a letter changes its case, another character becomes a different one.
   */
  private static byte[] swapped(byte[] input, int at) {
    byte[] swapped = input.clone();
    if (at < input.length) {
      swapped[at] ^= 0x20;
    }
    return swapped;
  }

  private static byte[] with(byte[] input, int from, int to, byte[] instead) {
    byte[] made = new byte[from + instead.length + input.length - to];
    System.arraycopy(input, 0, made, 0, from);
    System.arraycopy(instead, 0, made, from, instead.length);
    System.arraycopy(input, to, made, from + instead.length, input.length - to);
    return made;
  }

  private byte[] any(List<byte[]> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
