package dev.latchkey.app.keyfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of a key file. With one key it is 32 bytes. A rotation adds a second key, so that
 * each node can read what any other node writes:
 *
 * <pre>
 * active              before
 * active, next        prepared: nodes write with the key before, and can read the next one
 * active, previous    switched: nodes write with the new key, and can read the one before
 * active              finished
 * </pre>
 *
 * {@code registrations} are the keys under which programs have registered before a rotation. Their
 * identifiers are in those programs and not in the store, so they cannot be encrypted again.
 *
 * <p>The rows of the store are encrypted again with the new key. A data key in the store, which the
 * file encrypts, would protect nothing that was read with a stolen file. There are few such rows,
 * one for each person with an authenticator app. A node looks at the file with each use, so it
 * needs neither a signal nor a restart, and never meets data that it cannot read.
 */
public record FileKeys(
    FileKey active,
    Optional<FileKey> next,
    Optional<FileKey> previous,
    List<FileKey> registrations) {
  private static final String HEADER = "latchkey.key 2";
  private static final String REGISTRATIONS = "client registrations";

  static FileKeys of(FileKey only) {
    return new FileKeys(only, Optional.empty(), Optional.empty(), List.of());
  }

  /** Empty if this is not the content of a key file. */
  static Optional<FileKeys> parse(byte[] content) {
    if (content.length == FileKey.BYTES) {
      return Optional.of(of(new FileKey(content)));
    }
    List<String> lines = new String(content, StandardCharsets.US_ASCII).lines().toList();
    if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
      return Optional.empty();
    }
    return parse(lines.subList(1, lines.size()));
  }

  private static Optional<FileKeys> parse(List<String> lines) {
    try {
      List<FileKey> active = Name.ACTIVE.in(lines);
      List<FileKey> next = Name.NEXT.in(lines);
      List<FileKey> previous = Name.PREVIOUS.in(lines);
      List<FileKey> registrations = Name.REGISTRATIONS.in(lines);
      int keys = active.size() + next.size() + previous.size() + registrations.size();
      boolean isComplete =
          keys == lines.size() && active.size() == 1 && next.size() + previous.size() <= 1;
      return isComplete
          ? Optional.of(
              new FileKeys(
                  active.getFirst(),
                  next.stream().findFirst(),
                  previous.stream().findFirst(),
                  registrations))
          : Optional.empty();
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  /** The names of the lines. */
  private enum Name {
    ACTIVE("active "),
    NEXT("next "),
    PREVIOUS("previous "),
    REGISTRATIONS("registrations ");

    private final String start;

    Name(String start) {
      this.start = start;
    }

    /** The keys of the lines with this name. */
    List<FileKey> in(List<String> lines) {
      return lines.stream()
          .filter(line -> line.startsWith(start))
          .map(line -> Base64.getDecoder().decode(line.substring(start.length())))
          .map(FileKey::new)
          .toList();
    }

    String line(FileKey key) {
      return start + Base64.getEncoder().encodeToString(key.bytes());
    }
  }

  byte[] content() {
    if (second().isEmpty() && registrations.isEmpty()) {
      return active.bytes();
    }
    var lines = new ArrayList<String>(List.of(HEADER, Name.ACTIVE.line(active)));
    next.map(Name.NEXT::line).ifPresent(lines::add);
    previous.map(Name.PREVIOUS::line).ifPresent(lines::add);
    registrations.stream().map(Name.REGISTRATIONS::line).forEach(lines::add);
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** The key beside the active one, during a rotation. */
  public Optional<FileKey> second() {
    return next.or(() -> previous);
  }

  /** Adds the key that will be active. From now on nodes can read what it encrypts. */
  public FileKeys prepared(FileKey key) {
    return new FileKeys(active, Optional.of(key), Optional.empty(), registrations);
  }

  /** Makes the prepared key active. What the key before has encrypted can still be read. */
  public FileKeys switched() {
    return new FileKeys(next.orElseThrow(), Optional.empty(), Optional.of(active), registrations);
  }

  /** Drops the key before. {@code isRegistrationOn}: whether programs may register themselves. */
  public FileKeys finished(boolean isRegistrationOn) {
    List<FileKey> kept =
        isRegistrationOn
            ? Stream.concat(
                    registrations.stream(), previous.stream().map(key -> key.derive(REGISTRATIONS)))
                .toList()
            : List.of();
    return new FileKeys(active, Optional.empty(), Optional.empty(), kept);
  }

  /** The keys for what is in the store. */
  public SealKeys own() {
    return SealKeys.of(active, second().stream());
  }

  public SealKeys derived(String purpose) {
    return SealKeys.of(active.derive(purpose), second().stream().map(key -> key.derive(purpose)));
  }

  public SealKeys ofRegistrations() {
    SealKeys derived = derived(REGISTRATIONS);
    return SealKeys.of(
        derived.closing(), Stream.concat(derived.opening().stream(), registrations.stream()));
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return Arrays.toString(own().opening().toArray());
  }
}
