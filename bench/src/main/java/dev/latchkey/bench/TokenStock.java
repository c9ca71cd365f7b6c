package dev.latchkey.bench;

import java.util.Optional;

/**
 * The tokens and codes that a run may use. A pair or code that was taken is never returned again.
 */
interface TokenStock {
  /** How many active tokens there are to check. They are never taken, so they stay active. */
  long activeTokens();

  String access(long i);

  /** The subject of an active token, if it is known. */
  Optional<String> subject(long i);

  /** How many active tokens belong to clients that check them by POST. */
  long clientTokens();

  ClientToken clientToken(long i);

  /** How many pairs are left to be taken. */
  long pairs();

  Optional<IssuedPair> takePair();

  /** How many codes are left to be taken. */
  long codes();

  Optional<String> takeCode();
}
