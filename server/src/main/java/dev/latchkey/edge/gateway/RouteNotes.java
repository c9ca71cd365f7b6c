package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Header;
import java.net.URI;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an operator notes about a row, which decides nothing about a call.
 *
 * @param masked the segments of its pattern whose values are not in the request log
 */
public record RouteNotes(Set<String> masked, Optional<Deprecation> deprecation) {
  public static final RouteNotes NONE = new RouteNotes(Set.of(), Optional.empty());

  public RouteNotes {
    masked = Set.copyOf(masked);
  }

  /**
   * That the calls of a row should not be made any more.
   *
   * @param since from the beginning of this day on (UTC)
   * @param sunset the day on which the calls end
   * @param link to a page about it
   * @param headers what each answer says of it (RFC 9745, RFC 8594)
   */
  public record Deprecation(
      LocalDate since, Optional<LocalDate> sunset, Optional<URI> link, List<Header> headers) {
    public static Deprecation of(LocalDate since, Optional<LocalDate> sunset, Optional<URI> link) {
      var headers = new ArrayList<Header>();
      headers.add(
          new Header("Deprecation", "@" + since.atStartOfDay(ZoneOffset.UTC).toEpochSecond()));
      sunset
          .map(day -> day.atStartOfDay(ZoneOffset.UTC))
          .map(DateTimeFormatter.RFC_1123_DATE_TIME::format)
          .map(Deprecation::withTwoDigits)
          .ifPresent(time -> headers.add(new Header("Sunset", time)));
      link.ifPresent(page -> {
        headers.add(linked(page, "deprecation"));
        if (sunset.isPresent()) {
          headers.add(linked(page, "sunset"));
        }
      });
      return new Deprecation(since, sunset, link, List.copyOf(headers));
    }

    /** The day of the month has one digit in RFC 1123 as Java writes it, and two in HTTP. */
    private static String withTwoDigits(String time) {
      return time.replaceFirst(", (\\d) ", ", 0$1 ");
    }

    private static Header linked(URI page, String relation) {
      return new Header(
          "Link", "<%s>; rel=\"%s\"; type=\"text/html\"".formatted(page.toASCIIString(), relation));
    }
  }
}
