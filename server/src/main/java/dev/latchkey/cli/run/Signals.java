package dev.latchkey.cli.run;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The signals with which an operator asks a running service for something. The JDK has only one
 * class for signals. The compiler warns wherever that class is named, and the warning cannot be
 * suppressed. Therefore this class, and no other, looks it up by reflection.
 */
final class Signals {
  private Signals() {}

  /**
   * {@code name} is given without SIG. Each signal runs {@code act} on a thread of its own. False
   * if this process was started with the signal ignored, as nohup does. Then it never arrives.
   */
  static boolean on(String name, Runnable act) {
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
      Object named = signal.getConstructor(String.class).newInstance(name);
      Object before = signal.getMethod("handle", signal, handler).invoke(null, named, handling);
      return !handler.getField("SIG_IGN").get(null).equals(before);
    } catch (ReflectiveOperationException unavailable) {
      throw new IllegalStateException("this JDK does not support signals", unavailable);
    }
  }
}
