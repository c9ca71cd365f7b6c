package dev.latchkey.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import dev.latchkey.http.Response;
import dev.latchkey.model.Id;
import java.util.List;

/**
 * The position and the length of a page of a list: they are within their bounds, or the request is
 * refused.
 */
class CursorFuzzTest extends ParserFuzz {
    @Override
    protected void holds(byte[] input) {
        Form.strict(input).flatMap(Form::parse).ifPresent(CursorFuzzTest::check);
    }

    private static void check(Form query) {
        Response page =
                Cursor.<Id>page(
                        Requests.asking(query),
                        "entries",
                        CursorFuzzTest::none,
                        id -> id,
                        id -> Json.object());
        assertThat(page.status()).isIn(200, 400);

        Listing.Asked asked = Listing.Asked.of(Requests.asking(query));
        assertThat(asked.offset()).isNotNegative();
        Form next = Form.parse(asked.address(asked.page()).substring(1)).orElseThrow();
        assertThat(Listing.Asked.of(Requests.asking(next))).isEqualTo(asked);
        assertThat(EnteredPerson.in(query, List.of()).version()).isNotNegative();
    }

    private static List<Id> none(String after, int limit) {
        assertThat(after).matches("|[a-z]{3,5}_[0-9A-Za-z]{22}");
        assertThat(limit).isBetween(2, 201);
        return List.of();
    }
}
