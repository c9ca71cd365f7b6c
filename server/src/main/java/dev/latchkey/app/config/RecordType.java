package dev.latchkey.app.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** A copy in which a value replaces the only one of its type, here or in a record inside. */
  R withOnly(Object value, R from) {
    List<R> copies = copies(value, from).toList();
    if (copies.size() != 1) {
      throw new IllegalArgumentException(
          copies.size() + " places for a " + value.getClass().getSimpleName());
    }
    return copies.getFirst();
  }

  /** A copy for each place in which the value fits. */
  private Stream<R> copies(Object value, Record from) {
    Object[] values = values(from);
    return Stream.iterate(0, i -> i < values.length, i -> i + 1)
        .flatMap(
            i -> fitting(components.get(i), value, values[i]).map(part -> copy(values, i, part)));
  }

  private static Stream<Object> fitting(RecordComponent component, Object value, Object present) {
    if (component.getType().isInstance(value)) {
      return Stream.of(value);
    }
    if (isOptional(component, value.getClass())) {
      return Stream.of(Optional.of(value));
    }
    return present instanceof Record inside
        ? of(inside.getClass()).copies(value, inside).map(Object.class::cast)
        : Stream.empty();
  }

  private static boolean isOptional(RecordComponent component, Class<?> of) {
    return component.getType() == Optional.class
        && component.getGenericType() instanceof ParameterizedType optional
        && optional.getActualTypeArguments()[0] == of;
  }

  private R copy(Object[] values, int index, Object part) {
    Object[] changed = values.clone();
    changed[index] = part;
    return make(changed);
  }

  private static Object value(RecordComponent component, Record from) {
    try {
      return component.getAccessor().invoke(from);
    } catch (ReflectiveOperationException inaccessible) {
      throw new IllegalStateException(inaccessible);
    }
  }
}
