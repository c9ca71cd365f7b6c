package dev.latchkey.harness;

import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Starts one server for each test class and store. Every test creates its own people and
 * credentials.
 */
@ParameterizedClass
@EachStore
public abstract class OnBothStores {
    protected static Latchkey latchkey;

    @Parameter protected Store store;

    @BeforeParameterizedClassInvocation
    static void start(Store store) {
        latchkey = Latchkey.start(store);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        latchkey.close();
    }
}
