package dev.latchkey.api;

import dev.latchkey.api.view.Flattened;
import dev.latchkey.model.credential.Scopes;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A field of a view. {@code declaredIn}: the record whose component it is, which is another one if
 * the component that contains it is flattened.
 */
record ViewField(
    String name,
    Type type,
    boolean isOptional,
    Class<?> declaredIn,
    UnaryOperator<Object> accessor) {
  private static final Pattern CAPITAL = Pattern.compile("(?=[A-Z])");

  private static final ClassValue<List<ViewField>> KNOWN =
      new ClassValue<>() {
        @Override
        protected List<ViewField> computeValue(Class<?> view) {
          return Arrays.stream(view.getRecordComponents()).flatMap(ViewField::of).toList();
        }
      };

  static List<ViewField> of(Class<?> view) {
    return KNOWN.get(view);
  }

  /** Scopes are shown as a text and as a list, because programs want either. */
  private static Stream<ViewField> of(RecordComponent component) {
    var field = single(component);
    if (component.isAnnotationPresent(Flattened.class)) {
      return of(component.getType()).stream().map(part -> part.within(field));
    }
    if (component.getType() != Scopes.class) {
      return Stream.of(field);
    }
    Type list = Scopes.class.getRecordComponents()[0].getGenericType();
    return Stream.of(
        new ViewField(
            field.name,
            String.class,
            false,
            field.declaredIn,
            view -> ((Scopes) field.accessor.apply(view)).joined(Scopes.Separator.COMMA)),
        new ViewField(
            field.name + "s",
            list,
            false,
            field.declaredIn,
            view -> ((Scopes) field.accessor.apply(view)).names()));
  }

  private static ViewField single(RecordComponent component) {
    String name = CAPITAL.matcher(component.getName()).replaceAll("_").toLowerCase(Locale.ROOT);
    boolean isOptional = component.getType() == Optional.class;
    Type type = component.getGenericType();
    return new ViewField(
        name,
        isOptional ? ((ParameterizedType) type).getActualTypeArguments()[0] : type,
        isOptional,
        component.getDeclaringRecord(),
        view -> read(component, view));
  }

  private static Object read(RecordComponent component, Object view) {
    try {
      return component.getAccessor().invoke(view);
    } catch (ReflectiveOperationException notPublic) {
      throw new IllegalStateException(notPublic);
    }
  }

  private ViewField within(ViewField outer) {
    return new ViewField(
        name, type, isOptional, declaredIn, view -> accessor.apply(outer.accessor.apply(view)));
  }

  Optional<Object> value(Record view) {
    Object value = accessor.apply(view);
    return value instanceof Optional<?> maybe ? maybe.map(found -> found) : Optional.of(value);
  }
}
