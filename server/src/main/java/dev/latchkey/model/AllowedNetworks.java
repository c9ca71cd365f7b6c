package dev.latchkey.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The networks from which a credential can be used. If there are none, it can be used from
 * everywhere.
 *
 * <p>They hold for calls and at the token endpoint. They do not hold at authorize, where the caller
 * is the browser of a user, nor for introspection and revocation, where it is a resource server or
 * a person who ends something. A refused code or refresh token is not spent, but one that was used
 * before is treated as that, because the sign of a theft matters more. Bits after the prefix are an
 * error: {@code 10.1.2.3/8} may mean one address or a whole network. Texts are parsed without
 * resolving a name.
 */
public record AllowedNetworks(List<Range> ranges) {
  public static final int MAX_RANGES = 50;
  public static final AllowedNetworks EVERYWHERE = new AllowedNetworks(List.of());

  /** How many flaws are reported at once. */
  private static final int MAX_FLAWS = 10;

  private static final Pattern PREFIX = Pattern.compile("0|[1-9][0-9]{0,2}");

  public AllowedNetworks {
    ranges = List.copyOf(ranges);
  }

  /** An entry that people have typed. */
  public sealed interface Entry {
    private static Entry read(int line, String text) {
      int slash = text.indexOf('/');
      Optional<IpAddress> address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
      if (address.isEmpty()) {
        return new Flaw(line, text, Flaw.Kind.SHAPE, "");
      }
      int length = address.get().length();
      if (slash < 0) {
        return new Range(address.get(), length);
      }
      String prefix = text.substring(slash + 1);
      if (!PREFIX.matcher(prefix).matches()) {
        return new Flaw(line, text, Flaw.Kind.SHAPE, "");
      }
      boolean isMapped = length == IpAddress.IPV4_LENGTH && text.contains(":");
      int bits = Integer.parseInt(prefix) - (isMapped ? IpAddress.MAPPED_PREFIX : 0);
      if (bits < 0 || bits > length) {
        return new Flaw(line, text, Flaw.Kind.PREFIX, "");
      }
      var range = new Range(address.get().network(bits), bits);
      return range.network.equals(address.get())
          ? range
          : new Flaw(line, text, Flaw.Kind.HOST_BITS, range.text());
    }
  }

  /** All addresses that begin with the same bits, in the notation of CIDR. */
  public record Range(IpAddress network, int prefix) implements Entry {
    private boolean contains(IpAddress address) {
      return address.length() == network.length() && address.network(prefix).equals(network);
    }

    /** A single address is written without the length of its prefix. */
    String text() {
      return prefix == network.length() ? network.text() : network.text() + "/" + prefix;
    }
  }

  /**
   * What is wrong with an entry.
   *
   * @param line from 1
   * @param meant the network that was probably meant, if the flaw is {@link Kind#HOST_BITS}
   */
  public record Flaw(int line, String entry, Kind kind, String meant) implements Entry {
    private static final int MAX_SHOWN = 60;

    public Flaw {
      entry = entry.length() > MAX_SHOWN ? entry.substring(0, MAX_SHOWN) + "…" : entry;
    }

    public enum Kind {
      /** It is not an address or a network. */
      SHAPE,
      /** The address has fewer bits than the prefix. */
      PREFIX,
      /** Bits after the prefix are set. */
      HOST_BITS,
      TOO_MANY
    }
  }

  /**
   * What is wrong with a text that people enter: networks or single addresses, separated by ends of
   * line or commas. Empty if {@link #parse} accepts it.
   */
  public static List<Flaw> flawsOf(String text) {
    List<Entry> entries = entries(text);
    List<Flaw> flaws =
        entries.stream()
            .filter(Flaw.class::isInstance)
            .map(Flaw.class::cast)
            .limit(MAX_FLAWS)
            .toList();
    boolean isTooLong = flaws.isEmpty() && entries.stream().distinct().count() > MAX_RANGES;
    return isTooLong ? List.of(new Flaw(1, "", Flaw.Kind.TOO_MANY, "")) : flaws;
  }

  public static AllowedNetworks parse(String text) {
    if (text.isEmpty()) {
      return EVERYWHERE;
    }
    List<Flaw> flaws = flawsOf(text);
    if (!flaws.isEmpty()) {
      throw new IllegalArgumentException("unusable networks: " + flaws.getFirst());
    }
    return new AllowedNetworks(entries(text).stream().map(Range.class::cast).distinct().toList());
  }

  private static List<Entry> entries(String text) {
    var entries = new ArrayList<Entry>();
    int line = 0;
    for (String content : text.lines().toList()) {
      line++;
      for (String entry : content.split(",", -1)) {
        if (!entry.isBlank()) {
          entries.add(Entry.read(line, entry.strip()));
        }
      }
    }
    return entries;
  }

  public boolean isEverywhere() {
    return ranges.isEmpty();
  }

  /**
   * Whether the credential can be used from this address. A caller without an IP address, such as
   * one on a Unix socket, is in no network.
   */
  public boolean allow(String address) {
    return ranges.isEmpty() || contains(address);
  }

  private boolean contains(String address) {
    int zone = address.indexOf('%');
    return IpAddress.parse(zone < 0 ? address : address.substring(0, zone))
        .filter(caller -> ranges.stream().anyMatch(range -> range.contains(caller)))
        .isPresent();
  }

  /** One network a line, as they are stored and as people edit them. */
  public String text() {
    return texts().collect(Collectors.joining("\n"));
  }

  public Stream<String> texts() {
    return ranges.stream().map(Range::text);
  }
}
