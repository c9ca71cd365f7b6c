package dev.latchkey.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Sees whatever waits on an event loop: the JDK's own recorder notes every time that a thread
 * sleeps, parks, waits for a monitor, for a socket or for a file, however short. What a native
 * library does to a file is not among it, so a store is watched with PostgreSQL. Reading a class
 * from its file does not count.
 */
public final class LoopWatch {
    private static final List<String> WAITS =
            List.of(
                    "jdk.ThreadSleep",
                    "jdk.ThreadPark",
                    "jdk.JavaMonitorWait",
                    "jdk.SocketRead",
                    "jdk.SocketWrite",
                    "jdk.FileRead",
                    "jdk.FileWrite",
                    "jdk.FileForce");

    private LoopWatch() {}

    /** Each wait on a loop while the act was under way, with where it happened. */
    public static List<String> waitsDuring(Runnable act) {
        return recorded(WAITS, act).stream()
                .filter(LoopWatch::isOnLoop)
                .map(LoopWatch::describe)
                .toList();
    }

    /** How many requests left their loop, for a thread of their own, during the act. */
    public static long leavesDuring(Runnable act) {
        return recorded(List.of("jdk.VirtualThreadStart"), act).stream()
                .filter(event -> "request".equals(event.getThread().getJavaName()))
                .count();
    }

    private static List<RecordedEvent> recorded(List<String> kinds, Runnable act) {
        Path file = Latchkey.temporaryDirectory().resolve("recording.jfr");
        try (var recording = new Recording()) {
            kinds.forEach(kind -> recording.enable(kind).withoutThreshold().withStackTrace());
            recording.start();
            act.run();
            recording.stop();
            recording.dump(file);
            List<RecordedEvent> events = RecordingFile.readAllEvents(file);
            Files.delete(file);
            return events;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private static boolean isOnLoop(RecordedEvent event) {
        return event.getThread() != null
                && event.getThread().getJavaName() != null
                && event.getThread().getJavaName().startsWith("http-")
                && !isLoadingClasses(event);
    }

    /** That happens once for each class. */
    private static boolean isLoadingClasses(RecordedEvent event) {
        return frames(event).anyMatch(frame -> frame.startsWith("jdk.internal.loader."));
    }

    private static Stream<String> frames(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return Stream.empty();
        }
        return event.getStackTrace().getFrames().stream()
                .map(RecordedFrame::getMethod)
                .map(method -> method.getType().getName() + "." + method.getName());
    }

    private static String describe(RecordedEvent event) {
        String where = frames(event).limit(25).collect(Collectors.joining("\n  "));
        return event.getEventType().getName() + "\n  " + where;
    }
}
