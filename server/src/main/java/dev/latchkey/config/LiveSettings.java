package dev.latchkey.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The settings of a running server. They are replaced as a whole, together with everything that was
 * built from them. If one part cannot be built, nothing changes.
 */
public final class LiveSettings {
    private final List<Derived<?, ?>> derived = new ArrayList<>();
    private volatile Settings current;

    public LiveSettings(Settings settings) {
        this.current = settings;
    }

    public Settings get() {
        return current;
    }

    /**
     * Something that is built from a part of the settings, and built again when that part changes.
     */
    public synchronized <P, T> Supplier<T> derive(
            Function<Settings, P> part, Function<P, T> build) {
        var made = new Derived<>(part, build, current);
        derived.add(made);
        return made;
    }

    public synchronized void replace(Settings settings) {
        List<Runnable> swaps =
                derived.stream()
                        .map(each -> each.built(settings))
                        .flatMap(Optional::stream)
                        .toList();
        current = settings;
        swaps.forEach(Runnable::run);
    }

    private static final class Derived<P, T> implements Supplier<T> {
        private final Function<Settings, P> part;
        private final Function<P, T> build;
        private volatile From<P, T> from;

        Derived(Function<Settings, P> part, Function<P, T> build, Settings settings) {
            this.part = part;
            this.build = build;
            P first = part.apply(settings);
            this.from = new From<>(first, build.apply(first));
        }

        private record From<P, T>(P part, T result) {}

        @Override
        public T get() {
            return from.result;
        }

        /** Builds the result without using it yet. Empty if its part is the same as before. */
        Optional<Runnable> built(Settings settings) {
            P latest = part.apply(settings);
            if (latest.equals(from.part)) {
                return Optional.empty();
            }
            var next = new From<>(latest, build.apply(latest));
            return Optional.of(() -> from = next);
        }
    }
}
