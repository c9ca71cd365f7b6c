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
 * Detects any wait on an event loop. Java Flight Recorder records every time that a thread sleeps,
 * parks, or waits for a monitor, a socket or a file, however short the wait is.
 *
 * <p>It does not record what a native library does to a file. A store is therefore watched with
 * PostgreSQL. The reading of a class from its file does not count.
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

  /** Returns each wait on an event loop during the action, with its stack trace. */
  public static List<String> waitsDuring(Runnable act) {
    return recorded(WAITS, act).stream()
        .filter(LoopWatch::isOnLoop)
        .map(LoopWatch::describe)
        .toList();
  }

  /** Counts the requests that left their event loop for a thread of their own during the action. */
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

  /** Each class is loaded only once. */
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
