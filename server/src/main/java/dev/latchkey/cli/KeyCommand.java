package dev.latchkey.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.latchkey.Installation;
import dev.latchkey.KeyRotation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.FileKey;
import dev.latchkey.config.FileKeys;
import dev.latchkey.storage.SealedKeys;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description = "Replace the key of latchkey.key, also while the service runs.",
        synopsisSubcommandLabel = "COMMAND")
final class KeyCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey key status");
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description =
                    "Print the keys of the file by their fingerprints, how much of the store each opens, and the next step.")
    int status(@Mixin StoreOptions store) {
        try (Installation installation = store.open()) {
            FileKeys keys = installation.keyFile().read();
            var lines =
                    new ArrayList<List<String>>(
                            List.of(List.of("KEY", "STATE", "SIGNING KEYS", "AUTHENTICATOR APPS")));
            new KeyRotation(installation)
                    .count()
                    .forEach((key, count) ->
                            lines.add(
                                    List.of(
                                            key.map(FileKey::fingerprint).orElse("none"),
                                            state(keys, key),
                                            count(count, SealedKeys.Kind.SIGNING_KEY),
                                            count(count, SealedKeys.Kind.SECOND_FACTOR))));
            System.out.println(installation.keyFile().path());
            TextTable.print(new PrintWriter(System.out, true, UTF_8), lines);
            System.out.println(next(keys));
            return 0;
        }
    }

    private static String count(KeyRotation.Rewritten rewritten, SealedKeys.Kind kind) {
        return String.format(Locale.ROOT, "%,d", rewritten.of(kind));
    }

    private static String state(FileKeys keys, Optional<FileKey> key) {
        if (key.isEmpty()) {
            return "opens with no key";
        }
        if (key.get().equals(keys.active())) {
            return "active";
        }
        return keys.next().isPresent() ? "next" : "previous";
    }

    private static String next(FileKeys keys) {
        if (keys.next().isPresent()) {
            return "Next, when every node has this file: latchkey key rotate";
        }
        return keys.previous().isPresent()
                ? "Next, when every node has this file: latchkey key finish"
                : "No rotation has begun.";
    }

    @Command(
            name = "prepare",
            mixinStandardHelpOptions = true,
            description = {
                "Add the next key to the file, so that nodes can read what it will encrypt. Nothing uses it yet.",
                "It is the first step if nodes have copies of the file: copy the file to each of them afterwards."
            })
    int prepare(@Mixin StoreOptions store) {
        try (Installation installation = store.open()) {
            FileKeys keys = new KeyRotation(installation).prepare();
            System.out.println(
                    "The next key is %s. The active key is still %s."
                            .formatted(
                                    keys.next().map(FileKey::fingerprint).orElseThrow(),
                                    keys.active().fingerprint()));
            System.out.println(
                    "Copy %s to every node, compare latchkey key status there, and run: latchkey key rotate"
                            .formatted(installation.keyFile().path()));
            return 0;
        }
    }

    @Command(
            name = "rotate",
            mixinStandardHelpOptions = true,
            description = {
                "Make a new key active, and encrypt the keys in the store with it. The file keeps the previous key until"
                        + " latchkey key finish.",
                "With PostgreSQL begin with latchkey key prepare, unless all nodes read the same file. A rotation that was"
                        + " stopped continues."
            })
    int rotate(
            @Mixin StoreOptions store,
            @Option(
                            names = "--shared-file",
                            description =
                                    "All nodes on this database read this one file, so no preparation is needed.")
                    boolean isShared) {
        try (Installation installation = store.open()) {
            var rotation = new KeyRotation(installation);
            FileKeys present = installation.keyFile().read();
            if (present.second().isEmpty()) {
                if (installation.settings().store().database().isPresent() && !isShared) {
                    throw new ConfigFault(
                            "other nodes may have copies of the key file, and could not read what the new key"
                                    + " encrypts: begin with latchkey key prepare. If all nodes read this one file:"
                                    + " latchkey key rotate --shared-file");
                }
                rotation.prepare();
            }
            KeyRotation.Rewritten rewritten = rotation.rotate();
            FileKeys keys = installation.keyFile().read();
            System.out.println(
                    "The active key is now %s. The file still has the previous key %s."
                            .formatted(
                                    keys.active().fingerprint(),
                                    keys.previous().map(FileKey::fingerprint).orElse("")));
            print(rewritten);
            System.out.println(
                    "Copy %s to every node and to your backup. After %d minutes, so that nothing is interrupted, run: latchkey key finish"
                            .formatted(
                                    installation.keyFile().path(),
                                    installation.settings().limits().request().toMinutes()));
            return 0;
        }
    }

    @Command(
            name = "finish",
            mixinStandardHelpOptions = true,
            description = {
                "Drop the previous key from the file. Every node must have the file of latchkey key rotate.",
                "Sign-ins and authorizations that began before that file was in use have to begin again."
            })
    int finish(@Mixin StoreOptions store) {
        try (Installation installation = store.open()) {
            print(new KeyRotation(installation).finish());
            System.out.println(
                    "The file has only the key %s. Copy %s to every node and to your backup."
                            .formatted(
                                    installation.keyFile().read().active().fingerprint(),
                                    installation.keyFile().path()));
            System.out.println(
                    "Backups of the store from before the rotation still need the file from before.");
            return 0;
        }
    }

    private static void print(KeyRotation.Rewritten rewritten) {
        System.out.printf(
                Locale.ROOT,
                "Encrypted again: %,d signing keys, %,d keys of authenticator apps.%n",
                rewritten.of(SealedKeys.Kind.SIGNING_KEY),
                rewritten.of(SealedKeys.Kind.SECOND_FACTOR));
    }
}
