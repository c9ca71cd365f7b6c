package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A token as bytes, at an offset of a {@link Segment}. This is the only class that knows the
 * layout:
 *
 * <pre>
 * hash | claims | e-mail length | since | others | end | subject | grant | e-mail
 * </pre>
 *
 * {@code claims} is the number that the segment has given to the token's {@link SharedClaims}. A
 * token that has ended has only a hash and, instead of that number, {@link #ENDED}. Ids are stored
 * as the bytes of their random part, without the prefix.
 */
record TokenEntry(ByteBuffer bytes, int at) {
  private static final int CLAIMS = SecretHash.BYTES;
  private static final int EMAIL_LENGTH = CLAIMS + Short.BYTES;
  private static final int SINCE = EMAIL_LENGTH + Short.BYTES;
  private static final int OTHERS = SINCE + Long.BYTES;
  private static final int END = OTHERS + Integer.BYTES;
  private static final int SUBJECT = END + Long.BYTES;
  private static final int GRANT = SUBJECT + Id.Kind.BYTES;
  private static final int EMAIL = GRANT + Id.Kind.BYTES;
  private static final int LENGTH_OF_ENDED = SINCE;

  private static final short ENDED = -1;

  /**
   * Stands in place of the length of the e-mail address. A virtual administrator has no e-mail
   * address and no grant.
   */
  private static final short NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  static int lengthFor(CachedToken known) {
    return switch (known) {
      case CachedToken.Live live -> EMAIL + email(live.token()).length;
      case CachedToken.Ended _ -> LENGTH_OF_ENDED;
    };
  }

  int length() {
    return isEnded() ? LENGTH_OF_ENDED : EMAIL + Math.max(0, bytes.getShort(at + EMAIL_LENGTH));
  }

  void write(CachedToken.Ended ended) {
    ended.hash().put(bytes, at);
    setClaims(ENDED);
  }

  void write(CachedToken.Live live, short claims, ChangeVersions.Stamp stamp) {
    LiveToken token = live.token();
    byte[] email = email(token);
    live.hash().put(bytes, at);
    setClaims(claims);
    bytes
        .putLong(at + SINCE, stamp.since())
        .putInt(at + OTHERS, stamp.others())
        .putLong(at + END, live.end().map(Instant::toEpochMilli).orElse(NEVER))
        .put(at + EMAIL, email);
    String subject = token.subject().value();
    switch (token.root().origin()) {
      case TokenRoot.Grant grant -> {
        bytes.putShort(at + EMAIL_LENGTH, (short) email.length);
        Id.USER.put(subject, bytes, at + SUBJECT);
        Id.GRANT.put(grant.id().value(), bytes, at + GRANT);
      }
      case TokenRoot.Standalone _ -> {
        bytes.putShort(at + EMAIL_LENGTH, NONE);
        Id.VIRTUAL_ADMINISTRATOR.put(subject, bytes, at + SUBJECT);
      }
    }
  }

  void setClaims(short number) {
    bytes.putShort(at + CLAIMS, number);
  }

  SecretHash hash() {
    return SecretHash.at(bytes, at);
  }

  boolean isEnded() {
    return claims() == ENDED;
  }

  short claims() {
    return bytes.getShort(at + CLAIMS);
  }

  ChangeVersions.Stamp stamp() {
    return new ChangeVersions.Stamp(bytes.getLong(at + SINCE), bytes.getInt(at + OTHERS));
  }

  Optional<Instant> end() {
    long end = bytes.getLong(at + END);
    return end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
  }

  LiveToken token(SecretHash hash, SharedClaims claims) {
    TokenLife life = TokenLife.ending(end());
    short email = bytes.getShort(at + EMAIL_LENGTH);
    if (email == NONE) {
      return new LiveToken(
          Id.VIRTUAL_ADMINISTRATOR.at(bytes, at + SUBJECT),
          Optional.empty(),
          new TokenRoot.Standalone(hash),
          claims,
          life);
    }
    return new LiveToken(
        Id.USER.at(bytes, at + SUBJECT),
        Optional.of(email(email)),
        new TokenRoot.Grant(Id.GRANT.at(bytes, at + GRANT)),
        claims,
        life);
  }

  private String email(int length) {
    int begin = bytes.arrayOffset() + at + EMAIL;
    return new String(bytes.array(), begin, length, StandardCharsets.UTF_8);
  }

  private static byte[] email(LiveToken token) {
    return token.email().orElse("").getBytes(StandardCharsets.UTF_8);
  }
}
