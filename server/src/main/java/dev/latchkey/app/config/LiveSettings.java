package dev.latchkey.app.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The settings of a running server. They are replaced as a whole, together with everything that was
 * built from them. If one part cannot be built, nothing changes.
 */
public final class LiveSettings {
  private final List<Derived<?, ?>> derived = new ArrayList<>();
  private final List<Runnable> listeners = new ArrayList<>();
  private volatile Settings current;
  private boolean isChanging;

  public LiveSettings(Settings settings) {
    this.current = settings;
  }

  public Settings get() {
    return current;
  }

  /**
   * Something that is built from a part of the settings, and built again when that part changes. It
   * may be built from what was derived before it.
   */
  public <P, T> Supplier<T> derive(Function<Settings, P> part, Function<P, T> build) {
    return derive(part, build, replaced -> {});
  }

  /** The same for something that must be released when another one has replaced it. */
  public synchronized <P, T> Supplier<T> derive(
      Function<Settings, P> part, Function<P, T> build, Consumer<T> release) {
    if (isChanging) {
      throw new IllegalStateException(
          "something was derived from the settings while they change, so it would be derived again at each change: derive it when the server starts");
    }
    var made = new Derived<>(part, build, release, current);
    derived.add(made);
    return made;
  }

  /** Acts when the settings have changed, and before anything is released. */
  public synchronized void afterChange(Runnable act) {
    listeners.add(act);
  }

  public synchronized void replace(Settings settings) {
    Settings before = current;
    var changes = new ArrayList<Change>();
    current = settings;
    isChanging = true;
    try {
      for (Derived<?, ?> each : derived) {
        each.rebuild(settings).ifPresent(changes::add);
      }
    } catch (RuntimeException refused) {
      changes.forEach(change -> change.undo.run());
      current = before;
      throw refused;
    } finally {
      isChanging = false;
    }
    listeners.forEach(Runnable::run);
    changes.forEach(change -> change.release.run());
  }

  private record Change(Runnable undo, Runnable release) {}

  private static final class Derived<P, T> implements Supplier<T> {
    private final Function<Settings, P> part;
    private final Function<P, T> build;
    private final Consumer<T> release;
    private volatile From<P, T> from;

    Derived(
        Function<Settings, P> part, Function<P, T> build, Consumer<T> release, Settings settings) {
      this.part = part;
      this.build = build;
      this.release = release;
      P first = part.apply(settings);
      this.from = new From<>(first, build.apply(first));
    }

    private record From<P, T>(P part, T result) {}

    @Override
    public T get() {
      return from.result;
    }

    /** Empty if the part is the same as before. */
    Optional<Change> rebuild(Settings settings) {
      From<P, T> before = from;
      P latest = part.apply(settings);
      if (latest.equals(before.part)) {
        return Optional.empty();
      }
      from = new From<>(latest, build.apply(latest));
      return Optional.of(new Change(() -> from = before, () -> release.accept(before.result)));
    }
  }
}
