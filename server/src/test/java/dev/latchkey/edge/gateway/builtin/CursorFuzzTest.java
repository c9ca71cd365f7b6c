package dev.latchkey.edge.gateway.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.directory.PersonForm;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.model.Id;
import dev.latchkey.storage.people.UserLists;
import java.util.List;

/**
 * The position and the length of a page of a list: they are within their bounds, or the request is
 * refused.
 */
class CursorFuzzTest extends ParserFuzz {
  private static final String PATH = "/list";

  @Override
  protected void holds(byte[] input) {
    Form.strict(input).flatMap(Form::parse).ifPresent(CursorFuzzTest::check);
  }

  private static void check(Form query) {
    Response page =
        Cursor.<Id>page(
            Requests.asking(query), "entries", CursorFuzzTest::none, id -> id, id -> Json.object());
    assertThat(page.status()).isIn(200, 400);

    TableQuery<UserLists.Column> asked = asked(query);
    assertThat(asked.page().offset()).isNotNegative();
    assertThat(asked.page().size()).isBetween(25, 100);
    Form same = Form.parse(asked.address().substring(PATH.length() + 1)).orElseThrow();
    assertThat(asked(same)).isEqualTo(asked);
    assertThat(PersonForm.in(query, List.of()).version()).isNotNegative();
  }

  private static TableQuery<UserLists.Column> asked(Form query) {
    return TableQuery.of(PATH, query, UserLists.Column.values());
  }

  private static List<Id> none(String after, int limit) {
    assertThat(after).matches("|[a-z]{3,5}_[0-9A-Za-z]{22}");
    assertThat(limit).isBetween(2, 201);
    return List.of();
  }
}
