package dev.latchkey.app.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;

/** Reads and makes the records of one type by their components. */
final class RecordType<R extends Record> {
  private final Class<R> type;
  private final List<RecordComponent> components;

  private RecordType(Class<R> type) {
    this.type = type;
    this.components = List.of(type.getRecordComponents());
  }

  static <R extends Record> RecordType<R> of(Class<R> type) {
    return new RecordType<>(type);
  }

  List<RecordComponent> components() {
    return components;
  }

  Object[] values(Record from) {
    return components.stream().map(component -> value(component, from)).toArray();
  }

  /** Throws the {@link IllegalArgumentException} or {@link ConfigFault} of the constructor. */
  R make(Object[] values) {
    try {
      Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException why) {
        throw why;
      }
      throw new IllegalStateException(refused);
    } catch (ReflectiveOperationException inaccessible) {
      throw new IllegalStateException(inaccessible);
    }
  }

  private static Object value(RecordComponent component, Record from) {
    try {
      return component.getAccessor().invoke(from);
    } catch (ReflectiveOperationException inaccessible) {
      throw new IllegalStateException(inaccessible);
    }
  }
}
