package dev.latchkey.bench;

import dev.latchkey.bench.store.SampleNames;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Measures the start page and the lists of the web application. Every page is requested over HTTP
 * by a signed-in super administrator, on one connection, one request after the other. The time is
 * that from sending the request to the last byte of the page, so it contains the session and the
 * HTML.
 */
final class PageTimes {
  private static final int PAGE = 50;
  private static final long HIGHEST_MICROS = 120_000_000;
  private static final int SHOWN = 5;

  private static final Pattern TOTAL = Pattern.compile(" of ([0-9,]+)[+]?</p>");
  private static final Pattern OLDER =
      Pattern.compile("href=\"/audit\\?([^\"]+)\"[^>]* rel=\"next\"");

  private final Place place;
  private final Browser browser;
  private final Connection connection;
  private final int runs;
  private final Map<String, Histogram> times = new LinkedHashMap<>();
  private final Map<String, Long> refused = new HashMap<>();
  private final List<Page> pages = new ArrayList<>();

  PageTimes(Place place, Browser browser, Connection connection, int runs) {
    this.place = place;
    this.browser = browser;
    this.connection = connection;
    this.runs = runs;
  }

  /**
   * What the lists are about: the largest organization, a credential that many people allowed, and
   * a credential that is searched for.
   *
   * @param entries how many entries the audit log has
   */
  record Place(
      String organization, String allowed, String searched, int entries, LocalDate today) {}

  /** A list, the columns by which it can be sorted, and what is searched for in it. */
  private record Listing(String name, String path, List<String> columns, List<String> searches) {}

  /** A page and its slowest request. */
  private record Page(String list, String what, int status, double millis) {
    String line() {
      return String.format(Locale.ROOT, "%s, %s: %.0f ms, status %d", list, what, millis, status);
    }
  }

  /** Measures every page. Returns one result for each list. */
  List<Result> all(String load) throws IOException {
    measure("start page", "", "/");
    for (Listing listing : listings()) {
      measure(listing);
    }
    measureFilters();
    measureAudit();
    return times.entrySet().stream()
        .map(each ->
            Result.of(
                each.getKey(),
                load,
                measurement(each.getValue(), refused.getOrDefault(each.getKey(), 0L))))
        .toList();
  }

  /** The slowest pages, each on a line. */
  List<String> slowest() {
    return pages.stream()
        .sorted(Comparator.comparingDouble(Page::millis).reversed())
        .limit(SHOWN)
        .map(Page::line)
        .toList();
  }

  private static Measurement measurement(Histogram micros, long errors) {
    return new Measurement(
        1e6 / Math.max(1, micros.getMean()),
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        errors);
  }

  private List<Listing> listings() {
    String organization = place.organization();
    List<String> credentialColumns = List.of("NAME", "LAST_USE", "CREATED");
    List<String> userColumns = List.of("NAME", "EMAIL", "CREATED");
    List<String> people = List.of("olga", "novak.1", SampleNames.email(7), "e", "nothing!");
    return List.of(
        new Listing(
            "own credentials", "/account/credentials?", credentialColumns, List.of("sync", "e")),
        new Listing(
            "credentials",
            "/organization/credentials?organization=" + organization + "&",
            credentialColumns,
            List.of("sync", place.searched(), "olga novak", SampleNames.email(7), "e", "nothing!")),
        new Listing(
            "people",
            "/organization/people?organization=" + organization + "&",
            userColumns,
            people),
        new Listing(
            "access to one credential",
            "/organization/credentials/%s/access?".formatted(place.allowed()),
            List.of("GRANTED", "LAST_USE", "PERSON"),
            List.of("olga", SampleNames.email(7), "e", "nothing!")),
        new Listing("people of the platform", "/platform/people?", userColumns, people),
        new Listing(
            "organizations",
            "/platform/organizations?",
            List.of("NAME", "CREATED"),
            List.of("99", "nothing!")));
  }

  private void measure(Listing listing) throws IOException {
    for (String column : listing.columns()) {
      measurePages(listing, column, "");
      for (String search : listing.searches()) {
        measurePages(listing, column, "&q=" + Browser.encoded(search));
      }
    }
  }

  private void measureFilters() throws IOException {
    String path = "/organization/credentials?organization=" + place.organization() + "&";
    var listing = new Listing("credentials", path, List.of(), List.of());
    for (String filter :
        List.of(
            "&type=ORGANIZATION",
            "&state=LIVE",
            "&state=NO_TOKEN",
            "&state=OWNER_DISABLED",
            "&type=PERSONAL&state=LIVE&q=sync")) {
      measurePages(listing, "NAME", filter);
    }
  }

  /** The first page, one in the middle, and the last one. */
  private void measurePages(Listing listing, String column, String filters) throws IOException {
    String path = listing.path() + "sort=" + column + filters;
    Answer first = measure(listing.name(), column + filters, path);
    long pages = Math.ceilDiv(total(first), PAGE);
    if (pages > 2) {
      measure(listing.name(), column + filters + ", middle", path + "&page=" + pages / 2);
    }
    if (pages > 1) {
      measure(listing.name(), column + filters + ", last", path + "&page=" + pages);
    }
  }

  private void measureAudit() throws IOException {
    String actor = Browser.encoded(SampleNames.email(7));
    LocalDate day = place.today();
    for (String filter :
        List.of(
            "",
            "organization=" + place.organization(),
            "actor=" + actor,
            "object=" + actor,
            "object=" + place.searched(),
            "event=SIGN_IN",
            "event=TOKEN_REFRESH",
            "event=ADMINISTRATION",
            "event=SETUP",
            "outcome=REFUSED",
            "outcome=DONE",
            "address=192.0.2.7",
            "address=203.0.113.1",
            "range=MONTH",
            "from=%s&until=%s".formatted(day.minusDays(60), day.minusDays(50)),
            "event=SIGN_IN&outcome=REFUSED",
            "actor=" + actor + "&event=MAIL",
            "address=192.0.2.7&event=USER_CHANGE&outcome=REFUSED",
            "organization=" + place.organization() + "&event=SIGN_IN&outcome=REFUSED",
            "organization=" + place.organization() + "&address=192.0.2.7&event=SETUP")) {
      Answer newest = measure("audit log", filter, "/audit?" + filter);
      Matcher older = OLDER.matcher(newest.text());
      if (older.find()) {
        String next = older.group(1).replace("&amp;", "&");
        measure("audit log", filter + ", next", "/audit?" + next);
        measure("audit log", filter + ", middle", "/audit?" + middle(next));
      }
    }
  }

  /** The same address, after the entry in the middle of the log. */
  private String middle(String next) {
    return next.replaceAll("after=[0-9]+", "after=" + place.entries() / 2);
  }

  private Answer measure(String list, String what, String path) throws IOException {
    byte[] request = browser.get(path);
    Histogram micros = times.computeIfAbsent(list, name -> new Histogram(HIGHEST_MICROS, 3));
    Answer answer = connection.ask(request);
    long slowest = 0;
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      answer = connection.ask(request);
      long elapsed = Math.min(HIGHEST_MICROS, (System.nanoTime() - start) / 1_000);
      micros.recordValue(elapsed);
      slowest = Math.max(slowest, elapsed);
      if (answer.status() != 200) {
        refused.merge(list, 1L, Long::sum);
      }
    }
    pages.add(new Page(list, shortened(what), answer.status(), slowest / 1e3));
    return answer;
  }

  private static String shortened(String what) {
    return what.replaceAll("(cli|org)_[0-9A-Za-z]+", "$1_…").replace("%40", "@");
  }

  private static long total(Answer page) {
    Matcher total = TOTAL.matcher(page.text());
    return total.find() ? Long.parseLong(total.group(1).replace(",", "")) : 0;
  }
}
