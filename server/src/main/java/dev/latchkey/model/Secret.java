package dev.latchkey.model;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * A value whose possession is the proof, such as a token or a client secret. Each kind is a type of
 * its own, so one kind can never be used in place of another (rule 5.3). The text is available only
 * through {@link #reveal}, so it cannot get into a log or an exception by accident. A list may show
 * its {@link #ending}.
 */
public abstract sealed class Secret {
  public static final Kind<Access> ACCESS = new Kind<>("lk_at_", Access::new);
  public static final Kind<Refresh> REFRESH = new Kind<>("lk_rt_", Refresh::new);
  public static final Kind<Code> CODE = new Kind<>("lk_ac_", Code::new);
  public static final Kind<Client> CLIENT = new Kind<>("lk_cs_", Client::new);
  public static final Kind<Organization> ORGANIZATION = new Kind<>("lk_ot_", Organization::new);
  public static final Kind<Child> CHILD = new Kind<>("lk_ct_", Child::new);
  public static final Kind<Device> DEVICE = new Kind<>("lk_dc_", Device::new);
  public static final Kind<Session> SESSION = new Kind<>("lk_sk_", Session::new);
  public static final Kind<PendingSignIn> PENDING_SIGN_IN =
      new Kind<>("lk_hs_", PendingSignIn::new);
  public static final Kind<ExternalSignIn> EXTERNAL_SIGN_IN =
      new Kind<>("lk_es_", ExternalSignIn::new);
  public static final Kind<Browser> BROWSER = new Kind<>("lk_bk_", Browser::new);
  public static final Kind<Setup> SETUP = new Kind<>("lk_su_", Setup::new);
  public static final Kind<PasswordLink> PASSWORD_LINK = new Kind<>("lk_pl_", PasswordLink::new);

  private static final int ENDING_CHARS = 4;
  private static final int PREFIX_CHARS = 6;

  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  /** A secret that a caller may send after {@code Bearer}. */
  public sealed interface Bearer {
    SecretHash hash();
  }

  public static final class Access extends Secret implements Bearer {
    private Access(String text) {
      super(text);
    }
  }

  public static final class Refresh extends Secret {
    private Refresh(String text) {
      super(text);
    }
  }

  public static final class Code extends Secret {
    private Code(String text) {
      super(text);
    }
  }

  public static final class Client extends Secret {
    private Client(String text) {
      super(text);
    }
  }

  public static final class Organization extends Secret implements Bearer {
    private Organization(String text) {
      super(text);
    }
  }

  /** A narrower token that the holder of another token obtained for an agent or a job. */
  public static final class Child extends Secret implements Bearer {
    private Child(String text) {
      super(text);
    }
  }

  /**
   * Proves that a device has begun a request for access (RFC 8628). The device exchanges it for
   * tokens after its user has decided.
   */
  public static final class Device extends Secret {
    private Device(String text) {
      super(text);
    }
  }

  /** Proves that a browser has signed in. It is only ever stored in a cookie. */
  public static final class Session extends Secret {
    private Session(String text) {
      super(text);
    }
  }

  /**
   * Proves that the correct password was entered in this browser, while the code of the second
   * factor is still missing. It gives access to no page but the one that asks for the code.
   */
  public static final class PendingSignIn extends Secret {
    private PendingSignIn(String text) {
      super(text);
    }
  }

  /**
   * Ties a browser to its external sign-in while the person is at the provider and until the
   * return.
   */
  public static final class ExternalSignIn extends Secret {
    private ExternalSignIn(String text) {
      super(text);
    }
  }

  /**
   * Ties the steps of one browser together before anyone has signed in. It proves nothing about a
   * person.
   */
  public static final class Browser extends Secret {
    private Browser(String text) {
      super(text);
    }
  }

  /** The one-time link that creates the first organization and its super administrator. */
  public static final class Setup extends Secret {
    private Setup(String text) {
      super(text);
    }
  }

  /** A one-time link with which a person chooses a password: an invitation or a reset. */
  public static final class PasswordLink extends Secret {
    private PasswordLink(String text) {
      super(text);
    }
  }

  /**
   * The prefix of a kind of secret and its type. The text is the prefix, 43 random characters (256
   * bits) and a checksum. The checksum lets the server refuse a mistyped or invented value without
   * a database query (rule 5.1).
   */
  public record Kind<S extends Secret>(String prefix, Function<String, S> type) {
    private static final int RANDOM_CHARS = 43;
    private static final int CHECKSUM_CHARS = 6;

    public S mint(RandomGenerator random) {
      String body = prefix + Base62.draw(RANDOM_CHARS, random);
      return type.apply(body + checksum(body));
    }

    public Optional<S> parse(String text) {
      // A character that is not Latin-1 becomes a question mark here, which is not a base 62
      // digit.
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      return isWellFormed(bytes, 0, bytes.length)
          ? Optional.of(type.apply(text))
          : Optional.empty();
    }

    /** Whether {@link #parse} would accept the text in these bytes. */
    boolean isWellFormed(byte[] ascii, int from, int length) {
      int random = from + prefix.length();
      int checksum = random + RANDOM_CHARS;
      int end = checksum + CHECKSUM_CHARS;
      return from + length == end
          && isPrefix(ascii, from)
          && Base62.isBase62(ascii, random, end)
          && Base62.isPadded(crc(ascii, from, checksum), ascii, checksum, end);
    }

    private boolean isPrefix(byte[] ascii, int from) {
      for (int i = 0; i < prefix.length(); i++) {
        if (ascii[from + i] != prefix.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    private static String checksum(String body) {
      byte[] ascii = body.getBytes(StandardCharsets.US_ASCII);
      return Base62.padded(crc(ascii, 0, ascii.length), CHECKSUM_CHARS);
    }

    private static long crc(byte[] ascii, int from, int to) {
      var crc = new CRC32();
      crc.update(ascii, from, to - from);
      return crc.getValue();
    }
  }

  public static Optional<? extends Bearer> bearer(String text) {
    if (text.startsWith(ORGANIZATION.prefix)) {
      return ORGANIZATION.parse(text);
    }
    return text.startsWith(CHILD.prefix) ? CHILD.parse(text) : ACCESS.parse(text);
  }

  /**
   * Finds the kind of a secret that a program may hold: a token or a client secret. Empty if the
   * checksum is wrong.
   */
  public static Optional<? extends Secret> ofProgram(String text) {
    return ACCESS
        .parse(text)
        .<Secret>map(secret -> secret)
        .or(() -> REFRESH.parse(text))
        .or(() -> ORGANIZATION.parse(text))
        .or(() -> CHILD.parse(text))
        .or(() -> CLIENT.parse(text));
  }

  public final String reveal() {
    return text;
  }

  /**
   * The last four characters, by which people recognise a secret that they have. They belong to the
   * checksum, so at least 232 of the 256 random bits stay unknown.
   */
  public final String ending() {
    return text.substring(text.length() - ENDING_CHARS);
  }

  /** The prefix of its kind, such as {@code lk_at_}. */
  public final String prefix() {
    return text.substring(0, PREFIX_CHARS);
  }

  public final SecretHash hash() {
    return SecretHash.of(text);
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[redacted]";
  }
}
