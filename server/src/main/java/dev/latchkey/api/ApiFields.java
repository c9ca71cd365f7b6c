package dev.latchkey.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The fields of a JSON object that a caller has sent. A field that was not sent stays as it is. */
public record ApiFields(JsonNode tree) {
    /**
     * The errors that no rule of a feature can find: fields that do not exist, and values that are
     * neither a text, a number, a truth value nor a list.
     */
    public List<ApiError> unknown(Set<String> known) {
        if (!tree.isObject()) {
            return List.of(new ApiError("", "Send a JSON object."));
        }
        var errors = new ArrayList<ApiError>();
        for (String name : tree.propertyNames()) {
            if (!known.contains(name)) {
                errors.add(
                        new ApiError(
                                name,
                                "There is no such field. The fields are "
                                        + String.join(", ", known.stream().sorted().toList())
                                        + "."));
            }
        }
        return errors;
    }

    public boolean has(String name) {
        return tree.has(name);
    }

    /** A text; what is no text is refused by the rules of the field, as an empty text is. */
    public Optional<String> text(String name) {
        JsonNode value = tree.path(name);
        return tree.has(name)
                ? Optional.of(value.isString() ? value.stringValue() : "")
                : Optional.empty();
    }

    /** A list of texts. */
    public Optional<List<String>> texts(String name) {
        JsonNode value = tree.path(name);
        if (!tree.has(name)) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        value.forEach(each -> texts.add(each.isString() ? each.stringValue() : ""));
        return Optional.of(texts);
    }

    /** A list of objects. */
    public Optional<List<ApiFields>> objects(String name) {
        JsonNode value = tree.path(name);
        if (!tree.has(name)) {
            return Optional.empty();
        }
        var objects = new ArrayList<ApiFields>();
        value.forEach(each -> objects.add(new ApiFields(each)));
        return Optional.of(objects);
    }

    public boolean flag(String name) {
        return tree.path(name).asBoolean(false);
    }
}
