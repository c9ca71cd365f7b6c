package dev.latchkey.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A file with 32 random bytes, which is never stored in the database. A thief of either the file or
 * the database alone cannot read a signing key or a key of an authenticator app. The file is
 * created once, for a store that has no keys yet. After that, a missing or wrong file prevents the
 * start.
 */
public record KeyFile(Path path) {
    private static final int BYTES = 32;

    /**
     * Creates the file if it does not exist. It is written under another name first, so that no
     * process ever reads half of it, and it is on disk before it is used.
     */
    public void create(RandomGenerator random) {
        if (Files.exists(path)) {
            return;
        }
        byte[] key = new byte[BYTES];
        random.nextBytes(key);
        Path draft = path.resolveSibling(path.getFileName() + "." + random.nextLong() + ".new");
        try {
            write(draft, key);
            try {
                Files.createLink(path, draft);
            } finally {
                Files.delete(draft);
            }
        } catch (FileAlreadyExistsException createdByAnother) {
            // Another process created the file at the same time; its file is used.
        } catch (IOException refused) {
            throw new ConfigFault("cannot create the key file " + path, refused);
        }
    }

    private static void write(Path file, byte[] key) throws IOException {
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, ownerOnly)) {
            channel.write(ByteBuffer.wrap(key));
            channel.force(true);
        }
    }

    public byte[] read() {
        byte[] key;
        try {
            key = Files.readAllBytes(path);
        } catch (IOException absent) {
            throw new ConfigFault(
                    "the key file "
                            + path
                            + " is missing or not readable: put back the one that this store was"
                            + " started with (key_file says where it is)",
                    absent);
        }
        if (key.length != BYTES) {
            throw new ConfigFault("the key file " + path + " does not have 32 bytes");
        }
        return key;
    }

    public ConfigFault doesNotFit() {
        return new ConfigFault(
                "the key file "
                        + path
                        + " does not decrypt the signing keys of this store: put back the one that this"
                        + " store was started with (key_file says where it is)");
    }
}
