package dev.latchkey.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * Base 62, the encoding of every secret and id that Latchkey creates. It has only letters and
 * digits, because some clients decode a value twice or split it at a special character.
 */
final class Base62 {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private static final int UNBIASED_VALUES = 256 / DIGITS.length() * DIGITS.length();
  private static final int EXTRA_BYTES = 8;
  private static final byte[] ASCII = DIGITS.getBytes(StandardCharsets.US_ASCII);
  private static final int BITS = 6;
  private static final int DIGITS_PER_LONG = Long.SIZE / BITS;
  private static final int DIGITS_PER_SHORT = Short.SIZE / BITS;

  private Base62() {}

  /**
   * Draws random digits. It asks for many bytes at a time, because one call of the secure generator
   * costs the same for 64 bytes as for 4. A byte that is not below the largest multiple of 62 is
   * discarded, because otherwise some digits would come more often than others.
   */
  static String draw(int chars, RandomGenerator random) {
    var text = new char[chars];
    var drawn = new byte[chars + EXTRA_BYTES];
    int done = 0;
    while (done < chars) {
      random.nextBytes(drawn);
      for (int i = 0; i < drawn.length && done < chars; i++) {
        int number = drawn[i] & 0xff;
        if (number < UNBIASED_VALUES) {
          text[done++] = DIGITS.charAt(number % DIGITS.length());
        }
      }
    }
    return new String(text);
  }

  static String padded(long number, int chars) {
    var text = new char[chars];
    long rest = number;
    for (int i = chars - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
      rest /= DIGITS.length();
    }
    return new String(text);
  }

  static boolean isBase62(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isBase62(byte[] ascii, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isDigit((char) (ascii[i] & 0xff))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the bytes are what {@link #padded} would write for this number. */
  static boolean isPadded(long number, byte[] ascii, int from, int to) {
    long rest = number;
    for (int i = to - 1; i >= from; i--) {
      if (ascii[i] != DIGITS.charAt((int) (rest % DIGITS.length()))) {
        return false;
      }
      rest /= DIGITS.length();
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /**
   * Packs 22 digits into 18 bytes: 6 bits a digit, in two longs of 10 digits and one short of 2.
   */
  static void pack(String text, int from, ByteBuffer bytes, int at) {
    int second = from + DIGITS_PER_LONG;
    int third = second + DIGITS_PER_LONG;
    bytes
        .putLong(at, packed(text, from, second))
        .putLong(at + Long.BYTES, packed(text, second, third))
        .putShort(at + 2 * Long.BYTES, (short) packed(text, third, text.length()));
  }

  private static long packed(String text, int from, int to) {
    long packed = 0;
    for (int i = from; i < to; i++) {
      packed = packed << BITS | number(text.charAt(i));
    }
    return packed;
  }

  /** Reads what {@link #pack} wrote. */
  static void unpack(ByteBuffer bytes, int at, byte[] text, int from) {
    int second = from + DIGITS_PER_LONG;
    int third = second + DIGITS_PER_LONG;
    unpack(bytes.getLong(at), text, from, second);
    unpack(bytes.getLong(at + Long.BYTES), text, second, third);
    unpack(bytes.getShort(at + 2 * Long.BYTES), text, third, third + DIGITS_PER_SHORT);
  }

  private static void unpack(long packed, byte[] text, int from, int to) {
    long rest = packed;
    for (int i = to - 1; i >= from; i--) {
      text[i] = ASCII[(int) rest & ((1 << BITS) - 1)];
      rest >>>= BITS;
    }
  }

  private static int number(char digit) {
    if (digit <= '9') {
      return digit - '0';
    }
    return digit <= 'Z' ? digit - 'A' + 10 : digit - 'a' + 36;
  }
}
