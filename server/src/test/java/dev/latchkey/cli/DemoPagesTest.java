package dev.latchkey.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.wire.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a new user sees: every page that the people of the demo reach by links. */
class DemoPagesTest {
  private static final Pattern LINK = Pattern.compile("href=\"(/[^\"#]*)");
  private static final Pattern ID = Pattern.compile("(cli|usr|org|team)_[A-Za-z0-9]{22}");
  private static final Pattern NO_PAGE =
      Pattern.compile("/(assets|dev|oauth2|api-reference/).*|.*/export\\.(csv|json|jsonl)");

  /** A part of a page is replaced with the same part of a whole page, so all of it is sent. */
  private static final int HEAVIEST = 20_000;

  /**
   * What a page says instead of a list or a chart. The rates of a node appear by themselves after a
   * minute.
   */
  private static final Pattern NOTHING_YET =
      Pattern.compile("class=\"card empty\"|<p class=\"(none|all-well)\">(?!No minute has passed)");

  /**
   * The pages that say so, with their number. This table may only shrink: a page that has nothing
   * to show says nothing about what it is for. A page can be filled while the test runs, because
   * the demo goes on, so there may be fewer.
   */
  private static final Map<String, Integer> EMPTY =
      Map.ofEntries(
          // An app that its owner has just begun, and nobody has allowed.
          entry("olga /account/credentials/…/access", 1),
          entry("olga /organization/credentials/…/access", 1),
          entry("sam /organization/credentials/…/access", 1),
          // Apps without a call for a month.
          entry("olga /account/credentials/…", 1),
          entry("olga /organization/credentials/…", 2),
          entry("sam /organization/credentials/…", 2),
          // People who have asked for no app without a credential.
          entry("mo /account/apps/requests", 1),
          entry("olga /account/apps/requests", 1),
          entry("sam /account/apps/requests", 1),
          entry("tara /account/apps/requests", 1),
          // Apps that have never called.
          entry("olga /account/credentials/…/calls", 1),
          entry("olga /organization/credentials/…/calls", 4),
          entry("sam /organization/credentials/…/calls", 4),
          // People for whom no app of the demo has called in the last month.
          entry("mei /account/apps/calls", 1),
          entry("mo /account/apps/calls", 1),
          entry("sam /account/apps/calls", 1),
          entry("tara /account/apps/calls", 1),
          entry("olga /organization/people/…/calls", 18),
          entry("sam /organization/people/…/calls", 20),
          entry("sam /configuration/team/people/…/calls", 2),
          entry("tara /configuration/team/people/…/calls", 2),
          // People who were invited or disabled, or have no app of their own, or are not signed in.
          entry("olga /organization/people/…/apps", 5),
          entry("olga /organization/people/…/credentials", 18),
          entry("olga /organization/people/…/sessions", 13),
          entry("sam /organization/people/…/apps", 7),
          entry("sam /organization/people/…/credentials", 20),
          entry("sam /organization/people/…/sessions", 15),
          entry("sam /configuration/team/people/…/apps", 1),
          entry("sam /configuration/team/people/…/credentials", 2),
          entry("sam /configuration/team/people/…/sessions", 1),
          entry("tara /configuration/team/people/…/apps", 1),
          entry("tara /configuration/team/people/…/credentials", 2),
          entry("tara /configuration/team/people/…/sessions", 1),
          // An organization that reviews no access.
          entry("tara /reviews", 1),
          // The auditor, who allows no apps, sees the pages of the administrators.
          entry("ada /", 1),
          entry("ada /account/apps", 1),
          entry("ada /account/apps/requests", 1),
          entry("ada /organization/credentials/…", 2),
          entry("ada /organization/credentials/…/access", 1),
          entry("ada /organization/credentials/…/calls", 4),
          entry("ada /organization/people/…/calls", 18),
          entry("ada /organization/people/…/apps", 5),
          entry("ada /organization/people/…/credentials", 18),
          entry("ada /organization/people/…/sessions", 12));

  @Test
  void only_few_pages_of_the_demo_have_nothing_to_show() throws IOException {
    Path data = Latchkey.temporaryDirectory();
    Path memo = data.resolve("demo.json");
    try (Program demo = Program.start("demo", "--data", data.toString(), "--port", "0")) {
      Poll.until(() -> Files.exists(memo) || !demo.isRunning(), "demo.json");
      JsonNode contents = new JsonMapper().readTree(Files.readString(memo));
      var empty = new TreeMap<String, Integer>();
      for (JsonNode person : contents.path("users")) {
        visit(contents.path("base_url").stringValue(), person, empty);
      }
      assertThat(empty)
          .allSatisfy((page, number) ->
              assertThat(number).as(page).isLessThanOrEqualTo(EMPTY.getOrDefault(page, 0)));
    }
  }

  /** Follows every link, and notes the pages that have nothing to show. */
  private static void visit(String url, JsonNode person, Map<String, Integer> empty)
      throws IOException {
    var browser = new Browser(url);
    String email = person.path("email").stringValue();
    String password = person.path("password").stringValue();
    browser.submit(browser.get("/sign-in"), "email", email, "password", password);
    Set<String> known = new HashSet<>(Set.of("/"));
    var toVisit = new ArrayDeque<>(known);
    while (!toVisit.isEmpty()) {
      String link = toVisit.remove();
      Answer page = browser.get(link);
      assertThat(page.status()).as(link + " for " + email).isEqualTo(200);
      assertThat(packed(page)).as("bytes of " + link + " for " + email).isLessThan(HEAVIEST);
      if (NOTHING_YET.matcher(page.body()).find()) {
        empty.merge(email.split("@")[0] + " " + general(link), 1, Integer::sum);
      }
      LINK.matcher(page.body())
          .results()
          .map(found -> found.group(1).replace("&amp;", "&"))
          .filter(other -> !NO_PAGE.matcher(path(other)).matches())
          .filter(other -> known.add(path(other)))
          .forEach(toVisit::add);
    }
    assertThat(known).as("pages of " + email).hasSizeGreaterThan(12);
  }

  private static int packed(Answer page) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(page.body().getBytes(StandardCharsets.UTF_8));
    }
    return packed.size();
  }

  private static String path(String link) {
    return link.replaceFirst("\\?.*", "");
  }

  private static String general(String link) {
    return ID.matcher(path(link)).replaceAll("…");
  }
}
