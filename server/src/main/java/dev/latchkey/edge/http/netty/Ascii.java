package dev.latchkey.edge.http.netty;

import java.nio.charset.StandardCharsets;

/** Which bytes may occur in which part of a head (RFC 9110 5.5 and 5.6.2, RFC 9112 3). */
final class Ascii {
  private static final byte TOKEN = 1;
  private static final byte METHOD = 2;
  private static final byte TARGET = 4;
  private static final byte TEXT = 8;
  private static final byte[] KINDS = kinds();

  private Ascii() {}

  private static byte[] kinds() {
    var kinds = new byte[256];
    for (int octet = 0; octet < kinds.length; octet++) {
      boolean isUpper = octet >= 'A' && octet <= 'Z';
      boolean isDigit = octet >= '0' && octet <= '9';
      boolean isLower = octet >= 'a' && octet <= 'z';
      if (isUpper || isDigit || isLower || "!#$%&'*+-.^_`|~".indexOf(octet) >= 0) {
        kinds[octet] |= TOKEN;
      }
      // Methods are case-sensitive, and no method that is in use has lower-case letters. So
      // lower-case letters are refused.
      if (isUpper || isDigit || octet == '-' || octet == '_') {
        kinds[octet] |= METHOD;
      }
      if (octet > ' ' && octet < 0x7f) {
        kinds[octet] |= TARGET;
      }
      if (octet == '\t' || (octet >= ' ' && octet != 0x7f)) {
        kinds[octet] |= TEXT;
      }
    }
    return kinds;
  }

  static boolean isToken(byte octet) {
    return (KINDS[octet & 0xff] & TOKEN) != 0;
  }

  static boolean isMethod(byte octet) {
    return (KINDS[octet & 0xff] & METHOD) != 0;
  }

  static boolean isTarget(byte octet) {
    return (KINDS[octet & 0xff] & TARGET) != 0;
  }

  /** Whether a header value may contain this byte. Bytes of ISO 8859-1 beyond ASCII are allowed. */
  static boolean isText(byte octet) {
    return (KINDS[octet & 0xff] & TEXT) != 0;
  }

  static boolean isText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character > 0xff || !isText((byte) character)) {
        return false;
      }
    }
    return true;
  }

  static int lower(byte octet) {
    return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
  }

  /** The method as a string. Almost all requests are GET or POST, so these two share a constant. */
  static String method(byte[] bytes, int length) {
    if (length == 3 && bytes[0] == 'G' && bytes[1] == 'E' && bytes[2] == 'T') {
      return "GET";
    }
    if (length == 4 && bytes[0] == 'P' && bytes[1] == 'O' && bytes[2] == 'S' && bytes[3] == 'T') {
      return "POST";
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
