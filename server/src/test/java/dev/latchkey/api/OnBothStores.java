package dev.latchkey.api;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Starts one server with the management API for each test class and store, one at a time. */
@EachStore.ForClass
@ResourceLock("the server of these classes")
@SuppressWarnings("NullAway.Init")
abstract class OnBothStores {
  static Latchkey latchkey;

  @Parameter Store store;

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = ManagementApi.start(store);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }
}
