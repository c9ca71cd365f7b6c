package dev.latchkey.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The fields of a JSON object that a caller has sent. A field that was not sent stays as it is. */
public record ApiFields(JsonNode tree) {
  /** What a field contains. */
  public enum Type {
    TEXT("It must be a text."),
    TEXTS("It must be a list of texts."),
    OBJECTS("It must be a list of objects."),
    FLAG("It must be true or false."),
    NUMBER("It must be a whole number.");

    private final String description;

    Type(String description) {
      this.description = description;
    }

    private boolean fits(JsonNode value) {
      return switch (this) {
        case TEXT -> value.isString();
        case TEXTS -> value.isArray() && value.valueStream().allMatch(JsonNode::isString);
        case OBJECTS -> value.isArray() && value.valueStream().allMatch(JsonNode::isObject);
        case FLAG -> value.isBoolean();
        case NUMBER -> value.isInt();
      };
    }
  }

  /**
   * The fields that do not exist, and those with a value of another type. They are refused, because
   * a field with a typing error must not be ignored.
   */
  public List<ApiError> errors(List<ApiField> known) {
    if (!tree.isObject()) {
      return List.of(new ApiError("", "Send a JSON object."));
    }
    var errors = new ArrayList<ApiError>();
    for (String name : tree.propertyNames()) {
      Optional<ApiField> field = known.stream().filter(each -> each.name().equals(name)).findAny();
      if (field.isEmpty()) {
        String names = String.join(", ", ApiField.names(known));
        errors.add(new ApiError(name, "There is no such field. The fields are " + names + "."));
      } else if (!field.get().type().fits(tree.path(name))) {
        errors.add(new ApiError(name, field.get().type().description));
      }
    }
    return errors;
  }

  public Optional<String> text(String name) {
    return tree.has(name) ? Optional.of(tree.path(name).stringValue("")) : Optional.empty();
  }

  public Optional<List<String>> texts(String name) {
    return tree.has(name)
        ? Optional.of(tree.path(name).valueStream().map(each -> each.stringValue("")).toList())
        : Optional.empty();
  }

  public Optional<List<ApiFields>> objects(String name) {
    return tree.has(name)
        ? Optional.of(tree.path(name).valueStream().map(ApiFields::new).toList())
        : Optional.empty();
  }

  public boolean has(String name) {
    return tree.has(name);
  }

  public Optional<Integer> number(String name) {
    return tree.has(name) ? Optional.of(tree.path(name).intValue(0)) : Optional.empty();
  }

  public boolean flag(String name) {
    return tree.path(name).booleanValue(false);
  }
}
