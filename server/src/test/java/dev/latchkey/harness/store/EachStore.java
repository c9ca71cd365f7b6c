package dev.latchkey.harness.store;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test with both databases, or only with the one that the property {@code tests.store}
 * names. Mutation tests repeat a test for every mutant, so they use SQLite only: the mutated code
 * does not depend on the kind of database.
 */
@Target({ElementType.ANNOTATION_TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachStore.Chosen.class)
public @interface EachStore {
  /**
   * Runs all tests of a class with one database and then with the other, beside other classes.
   * JUnit does not apply {@code mode.classes.default} to classes with parameters: they would run
   * one after the other in one thread.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @Inherited
  @ParameterizedClass
  @EachStore
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = OneAfterTheOther.class)
  @interface ForClass {}

  /** The tests of a class that has a lock run one after the other. */
  final class OneAfterTheOther implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> test) {
      return Set.of(new Lock(test.getName()));
    }
  }

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
