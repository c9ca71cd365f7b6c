package dev.latchkey.cli;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The signal SIGHUP, with which an operator makes a running service read its file again. The JDK
 * has only one class for signals. The compiler warns wherever that class is named, and the warning
 * cannot be suppressed. Therefore this class, and no other, looks it up by reflection.
 */
final class ReloadSignal {
    private ReloadSignal() {}

    static void onSignal(Runnable act) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            var run =
                    MethodHandles.publicLookup()
                            .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                            .bindTo(act);
            Object handling =
                    MethodHandleProxies.asInterfaceInstance(
                            handler, MethodHandles.dropArguments(run, 0, signal));
            Object hangup = signal.getConstructor(String.class).newInstance("HUP");
            signal.getMethod("handle", signal, handler).invoke(null, hangup, handling);
        } catch (ReflectiveOperationException unavailable) {
            throw new IllegalStateException("this JDK does not support signals", unavailable);
        }
    }
}
