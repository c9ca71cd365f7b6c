package dev.latchkey.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * An IP address. A text is only parsed, and never resolved as the name of a host. An IPv4 address
 * in the spelling of IPv6 ({@code ::ffff:192.0.2.1}) is the IPv4 address.
 *
 * @param length in bits: 32 or 128
 * @param high the first 64 bits; those of an IPv4 address are followed by zeros
 * @param low the last 64 bits of an IPv6 address
 */
public record IpAddress(int length, long high, long low) {
  static final int IPV4_LENGTH = 32;
  static final int IPV6_LENGTH = 128;

  /** The length of the prefix before an IPv4 address in the spelling of IPv6. */
  static final int MAPPED_PREFIX = 96;

  private static final int MAX_CHARS = 45;
  private static final int IPV6_GROUPS = 8;
  private static final long MAPPED = 0xffffL;

  /** Other programs read an octet with a leading zero as octal, so none is accepted. */
  private static final Pattern IPV4 =
      Pattern.compile("{o}\\.{o}\\.{o}\\.{o}".replace("{o}", "(0|[1-9][0-9]{0,2})"));

  private static final Pattern IPV6_GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

  static Optional<IpAddress> parse(String text) {
    if (text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    return text.contains(":") ? ipv6(text) : ipv4(text);
  }

  private static Optional<IpAddress> ipv4(String text) {
    var octets = IPV4.matcher(text);
    if (!octets.matches()) {
      return Optional.empty();
    }
    long value = 0;
    for (int i = 1; i <= octets.groupCount(); i++) {
      int octet = Integer.parseInt(octets.group(i));
      if (octet > 0xff) {
        return Optional.empty();
      }
      value = (value << 8) | octet;
    }
    return Optional.of(new IpAddress(IPV4_LENGTH, value << 32, 0));
  }

  private static Optional<IpAddress> ipv6(String text) {
    return withoutDots(text)
        .flatMap(IpAddress::groups)
        .map(groups -> {
          long high = joined(groups.subList(0, IPV6_GROUPS / 2));
          long low = joined(groups.subList(IPV6_GROUPS / 2, IPV6_GROUPS));
          return high == 0 && (low >>> 32) == MAPPED
              ? new IpAddress(IPV4_LENGTH, low << 32, 0)
              : new IpAddress(IPV6_LENGTH, high, low);
        });
  }

  /** Replaces an IPv4 address at the end by two groups of IPv6. */
  private static Optional<String> withoutDots(String text) {
    if (!text.contains(".")) {
      return Optional.of(text);
    }
    int end = text.lastIndexOf(':') + 1;
    return ipv4(text.substring(end))
        .map(last ->
            "%s%x:%x"
                .formatted(text.substring(0, end), last.high >>> 48, (last.high >>> 32) & 0xffff));
  }

  /** The eight groups. Two colons stand for at least one group of zeros, once in an address. */
  private static Optional<List<Long>> groups(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return split(text).filter(groups -> groups.size() == IPV6_GROUPS);
    }
    Optional<List<Long>> before = split(text.substring(0, gap));
    Optional<List<Long>> after = split(text.substring(gap + 2));
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    int zeros = IPV6_GROUPS - before.get().size() - after.get().size();
    if (zeros < 1) {
      return Optional.empty();
    }
    var groups = new ArrayList<>(before.get());
    LongStream.range(0, zeros).forEach(i -> groups.add(0L));
    groups.addAll(after.get());
    return Optional.of(groups);
  }

  private static Optional<List<Long>> split(String text) {
    if (text.isEmpty()) {
      return Optional.of(List.of());
    }
    List<String> groups = List.of(text.split(":", -1));
    return groups.stream().allMatch(group -> IPV6_GROUP.matcher(group).matches())
        ? Optional.of(groups.stream().map(group -> Long.parseLong(group, 16)).toList())
        : Optional.empty();
  }

  private static long joined(List<Long> groups) {
    return groups.stream().reduce(0L, (value, group) -> (value << 16) | group);
  }

  /** The first bits of this address, followed by zeros. */
  IpAddress network(int prefix) {
    return new IpAddress(length, first(high, prefix), first(low, prefix - Long.SIZE));
  }

  private static long first(long bits, int count) {
    if (count <= 0) {
      return 0;
    }
    return count >= Long.SIZE ? bits : bits & (-1L << (Long.SIZE - count));
  }

  /** The usual spelling; for IPv6 that of RFC 5952. */
  String text() {
    return length == IPV4_LENGTH
        ? LongStream.of(56, 48, 40, 32)
            .mapToObj(shift -> String.valueOf((high >>> shift) & 0xff))
            .collect(Collectors.joining("."))
        : ipv6Text();
  }

  private String ipv6Text() {
    List<Long> groups =
        LongStream.range(0, IPV6_GROUPS)
            .mapToObj(i -> ((i < 4 ? high : low) >>> (48 - 16 * (i % 4))) & 0xffff)
            .toList();
    int start = 0;
    int longest = 1;
    for (int i = 0; i < IPV6_GROUPS; i++) {
      int zeros = zerosAt(i, groups);
      if (zeros > longest) {
        start = i;
        longest = zeros;
      }
    }
    return longest == 1
        ? hex(groups)
        : hex(groups.subList(0, start)) + "::" + hex(groups.subList(start + longest, IPV6_GROUPS));
  }

  private static int zerosAt(int start, List<Long> groups) {
    return (int) groups.subList(start, IPV6_GROUPS).stream().takeWhile(group -> group == 0).count();
  }

  private static String hex(List<Long> groups) {
    return groups.stream().map(Long::toHexString).collect(Collectors.joining(":"));
  }
}
