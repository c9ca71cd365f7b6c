package dev.latchkey.app.demo;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.edge.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file {@code demo.json}: what a person or a script needs to use a running demo. While no demo
 * is running, the file has another name. So if {@code demo.json} exists, a server answers at the
 * address in it.
 */
public final class DemoFile {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path running;
  private final Path stopped;
  private final Path incomplete;

  public DemoFile(Path directory) {
    this.running = directory.resolve("demo.json");
    this.stopped = directory.resolve("demo.json.stopped");
    this.incomplete = directory.resolve("demo.json.incomplete");
  }

  /** What an earlier start of the demo wrote to the file. */
  Optional<ObjectNode> earlier() {
    rest();
    try {
      return Files.exists(stopped)
          ? Json.parse(Files.readString(stopped)).map(ObjectNode.class::cast)
          : Optional.empty();
    } catch (IOException cause) {
      throw new ConfigFault("cannot read " + stopped, cause);
    }
  }

  /**
   * Gives the file its other name, because no server is listening any more, or none is listening
   * yet.
   */
  public void rest() {
    try {
      if (Files.exists(running)) {
        Files.move(running, stopped, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException cause) {
      throw new ConfigFault("cannot move " + running, cause);
    }
  }

  /** The secret of a credential that the demo created. */
  Optional<String> secretOf(String clientId) {
    try {
      return Json.parse(Files.readString(running)).stream()
          .flatMap(contents -> contents.path("credentials").valueStream())
          .filter(credential -> credential.path("client_id").asString().equals(clientId))
          .map(credential -> credential.path("client_secret").stringValue())
          .findFirst();
    } catch (IOException notYetWritten) {
      return Optional.empty();
    }
  }

  /**
   * Writes the file. It gets its name only when it is complete, so that a program that waits for
   * the file never reads half of it. The file of the earlier start is deleted last, so that the
   * passwords in it are not lost if the program is killed here.
   */
  void publish(ObjectNode contents) {
    try {
      Files.deleteIfExists(incomplete);
      Files.createFile(incomplete, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      Files.writeString(incomplete, contents.toPrettyString());
      Files.move(incomplete, running, StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(stopped);
    } catch (IOException cause) {
      throw new ConfigFault("cannot write " + running, cause);
    }
  }
}
