package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.WrittenPage;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.person.Holder;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import java.io.IOException;
import java.util.ResourceBundle;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of roles, as a page and as a document. */
class RolesTest {
  private static final ResourceBundle WORDS = ResourceBundle.getBundle("words");

  private static String row(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |"));
  }

  @Test
  void the_document_is_up_to_date() throws IOException {
    String head =
        row(
            Stream.concat(
                Stream.of(WORDS.getString("roles.act")),
                Stream.of(Holder.values()).map(holder -> WORDS.getString("holder." + holder))));
    String rows =
        Stream.of(Rights.Act.values())
            .map(act ->
                row(
                    Stream.concat(
                        Stream.of(WORDS.getString("act." + act)),
                        Stream.of(Holder.values())
                            .map(holder -> WORDS.getString("where." + holder.may(act))))))
            .collect(Collectors.joining("\n"));
    WrittenPage.assertUpToDate(
        "docs/reference/roles.md",
        """
        # Who can do what

        Which role may do what, and where, written from the program. The page `/account/roles`, `latchkey rights` and `GET /api/v1/rights` have the same table. %s

        %s
        |%s
        %s

        %s
        """
            .formatted(
                WORDS.getString("roles.what"),
                head,
                "---|".repeat(Holder.values().length + 1),
                rows,
                WORDS.getString("roles.more")));
  }

  @ParameterizedTest
  @EachStore
  void each_person_sees_the_same_table_with_the_own_column_marked(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      assertMarked(latchkey, latchkey.person(), "Member");
      assertMarked(
          latchkey,
          latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM)),
          "Organization administrator");
      assertMarked(
          latchkey,
          latchkey.lead(latchkey.organization(Organization.Kind.SINGLE_TEAM)),
          "Administrator of the only team");
      assertMarked(
          latchkey,
          latchkey.lead(latchkey.organization(Organization.Kind.MULTI_TEAM)),
          "Administrator of one team among several");
    }
  }

  private static void assertMarked(Latchkey latchkey, Person person, String column) {
    String page = latchkey.browser().signIn(person).get("/account/roles").body();
    assertThat(page).containsOnlyOnce("<span class=\"badge\">you</span>");
    assertThat(page).contains("<th scope=\"col\">" + column + " <span class=\"badge\">");
  }
}
