package dev.latchkey.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test with both databases, or only with the one that the property {@code tests.store}
 * names. Mutation tests repeat a test for every mutant, so they use SQLite only: the mutated code
 * does not depend on the kind of database.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachStore.Chosen.class)
public @interface EachStore {
  final class Chosen implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      String only = System.getProperty("tests.store", "");
      return Stream.of(Store.values())
          .filter(store -> only.isEmpty() || store.name().equals(only))
          .map(Arguments::of);
    }
  }
}
