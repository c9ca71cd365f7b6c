package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.bench.store.Batch;
import dev.latchkey.bench.store.ListFiller;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the lists of the web application. Every page is requested over HTTP by a signed-in super
 * administrator, on one connection, one request after the other. The time is that from sending the
 * request to the last byte of the page, so it contains the session and the HTML.
 */
final class ListsBenchmark {
    private static final int WARM_UPS = 3;
    private static final double AIM_MILLIS = 100;
    private static final int PAGE = 50;

    private static final Pattern TOTAL = Pattern.compile(" of ([0-9,]+)</p>");
    private static final Pattern OLDER =
            Pattern.compile("href=\"/audit\\?([^\"]+)\"[^>]* rel=\"next\"");

    private final Databases databases;
    private final Cores cores;
    private final ListFiller.Size size;
    private final PrintStream progress;

    ListsBenchmark(Databases databases, Cores cores, ListFiller.Size size, PrintStream progress) {
        this.databases = databases;
        this.cores = cores;
        this.size = size;
        this.progress = progress;
    }

    /** A list, the columns by which it can be sorted, and what is searched for in it. */
    private record Listing(String name, String path, List<String> columns, List<String> searches) {}

    private record Timing(double median, double p95) {
        static Timing of(double[] millis) {
            double[] sorted = millis.clone();
            Arrays.sort(sorted);
            return new Timing(
                    sorted[sorted.length / 2], sorted[(int) Math.ceil(sorted.length * 0.95) - 1]);
        }
    }

    /** Prints a table. False if the median of a page is above the aim. */
    boolean run(int runs, PrintStream out) {
        try (BenchStore store = BenchStore.create(databases.createEmpty(), progress)) {
            store.fillLists(size);
            try (StartedServer upstream =
                            StartedServer.fixed(cores::forLoad, FixedAnswer.INTROSPECTION_BYTES);
                    StartedServer server = store.serve(cores::forServer, upstream.address())) {
                var browser = Browser.signIn(new Calls(server.address(), store.identity()));
                try (Connection connection = Connection.open(server.address())) {
                    return new Run(store, browser, connection, runs, out).all();
                } catch (IOException broken) {
                    throw new HostFault("the pages cannot be measured", broken);
                }
            }
        }
    }

    private final class Run {
        private final BenchStore store;
        private final Browser browser;
        private final Connection connection;
        private final int runs;
        private final PrintStream out;
        private double slowest;

        Run(BenchStore store, Browser browser, Connection connection, int runs, PrintStream out) {
            this.store = store;
            this.browser = browser;
            this.connection = connection;
            this.runs = runs;
            this.out = out;
        }

        boolean all() throws IOException {
            out.printf(
                    Locale.ROOT,
                    "%-26s %-46s %-7s %9s %9s %9s%n",
                    "list",
                    "order and filters",
                    "page",
                    "rows",
                    "median ms",
                    "p95 ms");
            for (Listing listing : listings()) {
                measure(listing);
            }
            measureFilters();
            measureAudit();
            out.printf(
                    Locale.ROOT,
                    "slowest median %.1f ms, aim at most %.0f ms%n",
                    slowest,
                    AIM_MILLIS);
            return slowest <= AIM_MILLIS;
        }

        private List<Listing> listings() {
            String organization = organization();
            String client = store.derived().client(Batch.CLIENTS).value();
            List<String> credentialColumns = List.of("NAME", "LAST_USE", "CREATED");
            List<String> userColumns = List.of("NAME", "EMAIL", "CREATED");
            List<String> people = List.of("olga", "novak.1", ListFiller.email(7), "e", "nothing!");
            return List.of(
                    new Listing(
                            "own credentials",
                            "/account/credentials?",
                            credentialColumns,
                            List.of("sync", "e")),
                    new Listing(
                            "credentials",
                            "/organization/credentials?organization=" + organization + "&",
                            credentialColumns,
                            List.of(
                                    "sync",
                                    client,
                                    "olga novak",
                                    ListFiller.email(7),
                                    "e",
                                    "nothing!")),
                    new Listing(
                            "people",
                            "/organization/people?organization=" + organization + "&",
                            userColumns,
                            people),
                    new Listing(
                            "access to one credential",
                            "/organization/credentials/%s/access?"
                                    .formatted(
                                            store.commonValues().credential().clientId().value()),
                            List.of("GRANTED", "LAST_USE", "PERSON"),
                            List.of("olga", ListFiller.email(7), "e", "nothing!")),
                    new Listing("people of the platform", "/platform/people?", userColumns, people),
                    new Listing(
                            "organizations",
                            "/platform/organizations?",
                            List.of("NAME", "CREATED"),
                            List.of("99", "nothing!")));
        }

        private String organization() {
            return store.commonValues().credential().organization().value();
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
            String path = "/organization/credentials?organization=" + organization() + "&";
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
        private void measurePages(Listing listing, String column, String filters)
                throws IOException {
            String path = listing.path() + "sort=" + column + filters;
            Answer first = measure(listing.name(), column + filters, "first", path);
            long pages = Math.ceilDiv(total(first), PAGE);
            if (pages > 2) {
                measure(listing.name(), column + filters, "middle", path + "&page=" + pages / 2);
            }
            if (pages > 1) {
                measure(listing.name(), column + filters, "last", path + "&page=" + pages);
            }
        }

        private void measureAudit() throws IOException {
            String actor = Browser.encoded(ListFiller.email(7));
            String client = store.derived().client(Batch.CLIENTS + 7).value();
            LocalDate day = LocalDate.ofInstant(store.commonValues().at(), ZoneOffset.UTC);
            for (String filter :
                    List.of(
                            "",
                            "organization=" + organization(),
                            "actor=" + actor,
                            "object=" + actor,
                            "object=" + client,
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
                            "organization=" + organization() + "&event=SIGN_IN&outcome=REFUSED",
                            "organization=" + organization() + "&address=192.0.2.7&event=SETUP")) {
                Answer newest = measure("audit", filter, "newest", "/audit?" + filter);
                Matcher older = OLDER.matcher(newest.text());
                if (older.find()) {
                    String next = older.group(1).replace("&amp;", "&");
                    measure("audit", filter, "next", "/audit?" + next);
                    measure("audit", filter, "middle", "/audit?" + middle(next));
                }
            }
        }

        /** The same address, after the entry in the middle of the log. */
        private String middle(String next) {
            return next.replaceAll("after=[0-9]+", "after=" + size.audit() / 2);
        }

        private Answer measure(String list, String what, String page, String path)
                throws IOException {
            byte[] request = browser.get(path);
            Answer answer = Browser.expect(200, connection.ask(request));
            for (int i = 1; i < WARM_UPS; i++) {
                connection.ask(request);
            }
            var millis = new double[runs];
            for (int i = 0; i < runs; i++) {
                long start = System.nanoTime();
                Browser.expect(200, connection.ask(request));
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            var timing = Timing.of(millis);
            slowest = Math.max(slowest, timing.median());
            out.printf(
                    Locale.ROOT,
                    "%-26s %-46s %-7s %9s %9.1f %9.1f%n",
                    list,
                    shortened(what),
                    page,
                    list.equals("audit") ? "" : total(answer),
                    timing.median(),
                    timing.p95());
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
}
