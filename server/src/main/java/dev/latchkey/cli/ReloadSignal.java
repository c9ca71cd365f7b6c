package dev.latchkey.cli;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * SIGHUP, by which an operator asks a running service to read its file again. The JDK has one class
 * for it, and the compiler warns of that class wherever it is named in a way that cannot be
 * silenced; so it is looked up, here and nowhere else.
 */
final class ReloadSignal {
    private ReloadSignal() {}

    static void then(Runnable act) {
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
        } catch (ReflectiveOperationException gone) {
            throw new IllegalStateException("this JDK knows no signals", gone);
        }
    }
}
