package dev.latchkey.demo;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.http.Json;
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
 * {@code demo.json}: what a person or a script needs to use a running demo. While no demo runs it
 * lies under another name, so that its presence says that the address in it answers.
 */
public final class DemoFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");

    private final Path live;
    private final Path resting;

    public DemoFile(Path directory) {
        this.live = directory.resolve("demo.json");
        this.resting = directory.resolve("demo.json.stopped");
    }

    /** What an earlier start noted. */
    Optional<ObjectNode> earlier() {
        rest();
        try {
            return Files.exists(resting)
                    ? Json.parse(Files.readString(resting)).map(ObjectNode.class::cast)
                    : Optional.empty();
        } catch (IOException cause) {
            throw new ConfigFault("cannot read " + resting, cause);
        }
    }

    /** Nobody listens any more, or not yet. */
    public void rest() {
        try {
            if (Files.exists(live)) {
                Files.move(live, resting, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException cause) {
            throw new ConfigFault("cannot move " + live, cause);
        }
    }

    /** The secret of one of the demo's own credentials. */
    Optional<String> secretOf(String clientId) {
        try {
            return Json.parse(Files.readString(live)).stream()
                    .flatMap(memo -> memo.path("credentials").valueStream())
                    .filter(credential -> credential.path("client_id").asString().equals(clientId))
                    .map(credential -> credential.path("client_secret").stringValue())
                    .findFirst();
        } catch (IOException notThereYet) {
            return Optional.empty();
        }
    }

    /** Complete at once: whoever waits for the file never sees half of it. */
    void publish(ObjectNode memo) {
        try {
            Files.deleteIfExists(resting);
            Files.createFile(resting, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            Files.writeString(resting, memo.toPrettyString());
            Files.move(resting, live, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException cause) {
            throw new ConfigFault("cannot write " + live, cause);
        }
    }
}
