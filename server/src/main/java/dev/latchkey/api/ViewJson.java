package dev.latchkey.api;

import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.query.BoundedCount;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Writes a view as JSON, for calls and for commands. Each component is a field of the same name, in
 * small letters with underscores. A component without a value is left out.
 */
public final class ViewJson {
  private ViewJson() {}

  public static ObjectNode of(Record view) {
    ObjectNode json = Json.object();
    for (ViewField each : ViewField.of(view.getClass())) {
      each.value(view)
          .map(ViewJson::node)
          .filter(node -> !node.isMissingNode())
          .ifPresent(node -> json.set(each.name(), node));
    }
    return json;
  }

  /** The names of the fields, as the columns of a table. */
  public static List<String> names(Class<? extends Record> view) {
    return ViewField.of(view).stream().map(ViewField::name).toList();
  }

  /** The values as the cells of a table. A component without a value is empty. */
  public static List<String> cells(Record view) {
    return ViewField.of(view.getClass()).stream()
        .map(field -> field.value(view).map(ViewJson::cell).orElse(""))
        .toList();
  }

  private static String cell(Object value) {
    return value instanceof AuditEntryView.JsonText(var text) ? text : node(value).asString();
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case Id id -> StringNode.valueOf(id.value());
      case SecretHash hash -> StringNode.valueOf(hash.text());
      case Boolean flag -> BooleanNode.valueOf(flag);
      case Integer number -> IntNode.valueOf(number);
      case Long number -> LongNode.valueOf(number);
      case Enum<?> constant -> StringNode.valueOf(code(constant));
      case BoundedCount count -> IntNode.valueOf(count.shown());
      case AuditEntryView.JsonText(var text) ->
          Json.parse(text).orElseGet(MissingNode::getInstance);
      case Record part -> of(part);
      case Collection<?> list -> {
        var array = Json.object().arrayNode();
        list.forEach(each -> array.add(node(each)));
        yield array;
      }
      default -> StringNode.valueOf(value.toString());
    };
  }

  /** The name of a constant in calls and commands. */
  public static String code(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
