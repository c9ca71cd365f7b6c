package dev.latchkey.api;

import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import dev.latchkey.http.Response;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.storage.SearchText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which part of a list a caller wants: {@code page} from 1, with {@code limit} entries, of those
 * that contain the text {@code q}.
 */
public record ApiList(int page, int limit, SearchText text) {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 200;
    private static final int MAX_TEXT_CHARS = 100;

    /** Answers a request for a part of a list. */
    @FunctionalInterface
    public interface Handler {
        Response answer(ApiList list);
    }

    /** Calls the handler with the part that the query names. */
    public static Response of(ApiRequest request, Handler handler) {
        Form query = request.query();
        Optional<Integer> page = number(query, "page", 1, 1_000_000);
        Optional<Integer> limit = number(query, "limit", DEFAULT_LIMIT, MAX_LIMIT);
        String text = query.value("q").orElse("").strip();
        var errors = new ArrayList<ApiError>();
        if (page.isEmpty()) {
            errors.add(new ApiError("page", "It must be a number from 1 to 1000000."));
        }
        if (limit.isEmpty()) {
            errors.add(new ApiError("limit", "It must be a number from 1 to " + MAX_LIMIT + "."));
        }
        if (text.length() > MAX_TEXT_CHARS) {
            errors.add(
                    new ApiError("q", "It must have at most " + MAX_TEXT_CHARS + " characters."));
        }
        return errors.isEmpty()
                ? handler.answer(new ApiList(page.get(), limit.get(), new SearchText(text)))
                : ApiAnswer.flawed(400, errors);
    }

    static Optional<Integer> number(Form query, String name, int otherwise, int most) {
        String text = query.value(name).orElse(String.valueOf(otherwise));
        return text.matches("[1-9][0-9]{0,6}")
                ? Optional.of(Integer.valueOf(text)).filter(number -> number <= most)
                : Optional.empty();
    }

    public <C extends TablePage.Column> TablePage<C> by(C column) {
        return new TablePage<>(column, column.usual(), page, limit);
    }

    /**
     * A page beyond the end has no entries. So a program that reads on until then comes to an end.
     */
    public <T> Response answer(String name, TableRows<T> found, Function<T, ObjectNode> write) {
        List<T> rows = found.number() == page ? found.rows() : List.of();
        ObjectNode json = Json.object();
        var array = json.putArray(name);
        rows.forEach(row -> array.add(write.apply(row)));
        return Response.json(
                200, json.put("total", found.total()).put("page", page).put("limit", limit));
    }
}
