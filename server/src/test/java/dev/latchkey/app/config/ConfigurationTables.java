package dev.latchkey.app.config;

import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.model.Limit;
import dev.latchkey.model.NumberSetting;
import dev.latchkey.model.NumberSetting.Means;
import dev.latchkey.model.NumberSetting.Without;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.call.CallLimits;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables of the reference page, from the table of keys. */
final class ConfigurationTables {
  private final Map<String, AnnotatedElement> rows = new TreeMap<>();

  ConfigurationTables() {
    try {
      for (Class<?> rows : List.of(Keys.class, GatewayKeys.class, PeopleKeys.class)) {
        for (Field field : rows.getDeclaredFields()) {
          field.setAccessible(true);
          add(field.get(null), field);
        }
      }
      addNumbers("waits", ClientTimeouts.class);
      addNumbers("connections", ConnectionLimits.class);
      addNumbers("audit", AuditLimits.class);
      addNumbers("request_log", CallLimits.class);
      for (Limit limit : Limit.values()) {
        Field field = Limit.class.getField(limit.name());
        rows.put("limits." + limit.key(), field);
      }
    } catch (ReflectiveOperationException inaccessible) {
      throw new IllegalStateException(inaccessible);
    }
  }

  private void addNumbers(String section, Class<?> type) throws ReflectiveOperationException {
    for (Field field : type.getFields()) {
      if (field.get(null) instanceof NumberSetting number) {
        rows.put(section + "." + number.key(), field);
      }
    }
  }

  /** A row, or several in a record or a map. */
  private void add(Object value, AnnotatedElement row) throws ReflectiveOperationException {
    switch (value) {
      case Key<?> key -> rows.put(key.path(), row);
      case Map<?, ?> several -> {
        for (Object each : several.values()) {
          add(each, row);
        }
      }
      case Record group when group.getClass().getPackage() == Keys.class.getPackage() -> {
        for (RecordComponent each : group.getClass().getRecordComponents()) {
          each.getAccessor().setAccessible(true);
          boolean isDescribed = each.isAnnotationPresent(Means.class);
          add(each.getAccessor().invoke(group), isDescribed ? each : row);
        }
      }
      default -> {}
    }
  }

  /** All keys, each with the names of its sections. */
  static List<Key<?>> keys() {
    return Keys.ALL.all().flatMap(section -> section.keys().stream()).collect(Collectors.toList());
  }

  boolean describe(Key<?> key) {
    AnnotatedElement row = rows.get(key.path());
    return row != null && row.isAnnotationPresent(Means.class);
  }

  /** The tables by the first cell of their heads. Sections with the same keys share one. */
  Map<String, List<String>> tables() {
    var tables = new LinkedHashMap<String, List<String>>();
    var seen = new HashSet<List<String>>();
    for (SectionKey<?> section : Keys.ALL.all().toList()) {
      if (!section.keys().isEmpty() && seen.add(section.names())) {
        String head = section.inside("").replaceAll("\\.$", "");
        var lines = new ArrayList<String>();
        lines.add(head.isEmpty() ? "| Key |" : "| `" + head + ":` key |");
        lines.add("");
        section.keys().forEach(key -> lines.add(row(key)));
        lines.set(0, lines.getFirst() + " Default | Values | Meaning |");
        lines.set(1, "|---|---|---|---|");
        tables.put(lines.getFirst().split(" Default", 2)[0], lines);
      }
    }
    return tables;
  }

  private String row(Key<?> key) {
    AnnotatedElement row = Optional.ofNullable(rows.get(key.path())).orElseThrow();
    String without =
        Optional.ofNullable(row.getAnnotation(Without.class))
            .map(Without::value)
            .orElseGet(() -> usual(key));
    String meaning = row.getAnnotation(Means.class).value();
    return "| `%s` | %s | %s | %s |"
        .formatted(key.name(), without, values(key), key.isLive() ? meaning : fixed(meaning));
  }

  /** Without the details that the message about a wrong value has. */
  private static String values(Key<?> key) {
    return key.values().replaceAll("(, in the form|: write|: / before|, of letters).*", "");
  }

  /** A key that waits for the next start. */
  private static String fixed(String meaning) {
    return meaning.replaceAll("\\.$", "") + ". Needs a restart";
  }

  private static String usual(Key<?> key) {
    if (key.isRequired()) {
      return "required";
    }
    return key.usual().isEmpty() ? "none" : "`" + key.usual() + "`";
  }

  /** The page with its tables written again. */
  String in(String page) {
    Map<String, List<String>> tables = tables();
    var lines = new ArrayList<String>();
    Optional<List<String>> table = Optional.empty();
    for (String line : page.lines().toList()) {
      boolean isRow = line.startsWith("|");
      if (isRow && table.isEmpty()) {
        table = Optional.ofNullable(tables.remove(line.split(" Default", 2)[0]));
        table.ifPresentOrElse(lines::addAll, () -> lines.add(line));
        // A table of another kind is kept as it is.
        table = table.or(() -> Optional.of(List.of()));
      } else if (!isRow) {
        table = Optional.empty();
        lines.add(line);
      } else if (table.orElseThrow().isEmpty()) {
        lines.add(line);
      }
    }
    if (!tables.isEmpty()) {
      throw new AssertionError("the page has no table with the head " + tables.keySet());
    }
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
