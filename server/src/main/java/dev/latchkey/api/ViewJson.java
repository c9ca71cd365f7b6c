package dev.latchkey.api;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.query.BoundedCount;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Writes a view as JSON, for calls and for commands. Each component is a field of the same name, in
 * small letters with underscores. A component without a value is left out.
 */
public final class ViewJson {
  private static final Pattern CAPITAL = Pattern.compile("(?=[A-Z])");

  private ViewJson() {}

  public static ObjectNode of(Record view) {
    ObjectNode json = Json.object();
    for (RecordComponent each : view.getClass().getRecordComponents()) {
      String field = CAPITAL.matcher(each.getName()).replaceAll("_").toLowerCase(Locale.ROOT);
      Object value = value(view, each);
      Object present = value instanceof Optional<?> maybe ? maybe.orElse(null) : value;
      if (present != null) {
        json.set(field, node(present));
      }
    }
    return json;
  }

  private static Object value(Record view, RecordComponent component) {
    try {
      return component.getAccessor().invoke(view);
    } catch (ReflectiveOperationException notPublic) {
      throw new IllegalStateException(notPublic);
    }
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case Id id -> StringNode.valueOf(id.value());
      case SecretHash hash -> StringNode.valueOf(hash.text());
      case Boolean flag -> BooleanNode.valueOf(flag);
      case Enum<?> constant -> StringNode.valueOf(constant.name().toLowerCase(Locale.ROOT));
      case BoundedCount count -> IntNode.valueOf(count.shown());
      case Record part -> of(part);
      default -> StringNode.valueOf(value.toString());
    };
  }
}
