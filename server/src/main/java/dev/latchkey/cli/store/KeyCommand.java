package dev.latchkey.cli.store;

import dev.latchkey.app.Installation;
import dev.latchkey.app.KeyRotation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.keyfile.FileKey;
import dev.latchkey.app.keyfile.FileKeys;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.storage.operation.SealedKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    description = "Replace the key of latchkey.key, also while the service runs.",
    synopsisSubcommandLabel = "COMMAND")
public final class KeyCommand {
  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description =
          "Print the keys of the file by their fingerprints, how much of the store each opens, and the next step.",
      footer = "  latchkey key status --config /etc/latchkey/latchkey.yaml")
  int status(@Mixin StoreOptions store, @Mixin ResultOptions result) {
    try (Installation installation = store.open()) {
      FileKeys keys = installation.keyFile().read();
      List<ObjectNode> rows = rows(keys, installation);
      ObjectNode json = Json.object().put("key_file", file(installation));
      json.putArray("keys").addAll(rows);
      step(keys).ifPresent(step -> json.put("next_step", step));
      result.print(
          json,
          out -> {
            out.println(file(installation));
            ResultOptions.printTable(
                out,
                rows,
                List.of("key", "state", "signing_keys", "authenticator_apps", "webhooks", "mails"));
            out.println(result.inSameStore(next(keys)));
          });
      return 0;
    }
  }

  private static List<ObjectNode> rows(FileKeys keys, Installation installation) {
    var rows = new ArrayList<ObjectNode>();
    new KeyRotation(installation)
        .count()
        .forEach((key, count) -> {
          ObjectNode row = Json.object().put("state", state(keys, key));
          key.ifPresent(known -> row.put("key", known.fingerprint()));
          rows.add(row.setAll(fields(count)));
        });
    return rows;
  }

  private static String file(Installation installation) {
    return installation.keyFile().path().toAbsolutePath().toString();
  }

  private static ObjectNode fields(KeyRotation.Rewritten counted) {
    return Json.object()
        .put("signing_keys", counted.of(SealedKeys.Kind.SIGNING_KEY))
        .put("authenticator_apps", counted.of(SealedKeys.Kind.SECOND_FACTOR))
        .put("webhooks", counted.of(SealedKeys.Kind.WEBHOOK))
        .put("mails", counted.of(SealedKeys.Kind.MAIL));
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

  /** The command that comes next, if a rotation has begun. */
  private static Optional<String> step(FileKeys keys) {
    if (keys.next().isPresent()) {
      return Optional.of("rotate");
    }
    return keys.previous().map(previous -> "finish");
  }

  private static String next(FileKeys keys) {
    return step(keys)
        .map(step -> "Next, when every node has this file: latchkey key " + step)
        .orElse("No rotation has begun.");
  }

  @Command(
      name = "prepare",
      mixinStandardHelpOptions = true,
      description = {
        "Add the next key to the file, so that nodes can read what it will encrypt. Nothing uses it yet.",
        "It is the first step if nodes have copies of the file: copy the file to each of them afterwards."
      },
      footer = "  latchkey key prepare --config /etc/latchkey/latchkey.yaml")
  int prepare(@Mixin StoreOptions store, @Mixin ResultOptions result) {
    try (Installation installation = store.open()) {
      FileKeys keys = new KeyRotation(installation).prepare();
      String next = keys.next().map(FileKey::fingerprint).orElseThrow();
      String active = keys.active().fingerprint();
      result.printDone(
          Json.object()
              .put("key_file", file(installation))
              .put("active_key", active)
              .put("next_key", next),
          "The next key is %s. The active key is still %s.".formatted(next, active));
      result.advise(
          "Copy %s to every node, compare latchkey key status there, and run: latchkey key rotate"
              .formatted(file(installation)));
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
      },
      footer = "  latchkey key rotate --config /etc/latchkey/latchkey.yaml")
  int rotate(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
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
      String active = keys.active().fingerprint();
      String previous = keys.previous().map(FileKey::fingerprint).orElse("");
      result.printDone(
          Json.object()
              .put("key_file", file(installation))
              .put("active_key", active)
              .put("previous_key", previous)
              .setAll(fields(rewritten)),
          "The active key is now %s. The file still has the previous key %s.%n%s"
              .formatted(active, previous, sentence(rewritten)));
      result.advise(
          "Copy %s to every node and to your backup. After %d minutes, so that nothing is interrupted, run: latchkey key finish"
              .formatted(
                  file(installation), installation.settings().limits().request().toMinutes()));
      return 0;
    }
  }

  @Command(
      name = "finish",
      mixinStandardHelpOptions = true,
      description = {
        "Drop the previous key from the file. Every node must have the file of latchkey key rotate.",
        "Sign-ins and authorizations that began before that file was in use have to begin again."
      },
      footer = "  latchkey key finish --config /etc/latchkey/latchkey.yaml")
  int finish(@Mixin StoreOptions store, @Mixin ResultOptions result) {
    try (Installation installation = store.open()) {
      KeyRotation.Rewritten rewritten = new KeyRotation(installation).finish();
      String active = installation.keyFile().read().active().fingerprint();
      result.printDone(
          Json.object()
              .put("key_file", file(installation))
              .put("active_key", active)
              .setAll(fields(rewritten)),
          "%s%nThe file has only the key %s.".formatted(sentence(rewritten), active));
      result.advise("Copy %s to every node and to your backup.".formatted(file(installation)));
      result.advise(
          "Backups of the store from before the rotation still need the file from before.");
      return 0;
    }
  }

  private static String sentence(KeyRotation.Rewritten rewritten) {
    return String.format(
        Locale.ROOT,
        "Encrypted again: %,d signing keys, %,d keys of authenticator apps, %,d secrets of webhooks, %,d mails.",
        rewritten.of(SealedKeys.Kind.SIGNING_KEY),
        rewritten.of(SealedKeys.Kind.SECOND_FACTOR),
        rewritten.of(SealedKeys.Kind.WEBHOOK),
        rewritten.of(SealedKeys.Kind.MAIL));
  }
}
