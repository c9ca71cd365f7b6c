package dev.latchkey.harness.store;

import dev.latchkey.harness.Latchkey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Starts one server for each test class and store. Every test creates its own people and
 * credentials.
 */
@EachStore.ForClass
public abstract class OnBothStores {
  /** By test class. */
  private static final Map<Class<?>, Latchkey> RUNNING = new ConcurrentHashMap<>();

  protected final Latchkey latchkey = RUNNING.get(getClass());

  @Parameter protected Store store;

  @BeforeParameterizedClassInvocation
  static void start(Store store, TestInfo test) {
    RUNNING.put(test.getTestClass().orElseThrow(), Latchkey.start(store));
  }

  @AfterParameterizedClassInvocation
  static void stop(Store store, TestInfo test) {
    RUNNING.remove(test.getTestClass().orElseThrow()).close();
  }
}
