package dev.latchkey.app;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.keyfile.FileKey;
import dev.latchkey.app.keyfile.FileKeys;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.app.keyfile.SealKeys;
import dev.latchkey.storage.operation.SealedKeys;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the key of the key file, step by step. After each step, and if one stops at any moment,
 * the file opens the whole store. Servers may run: they read the file again when it changes.
 */
public final class KeyRotation {
  /** So few keys are replaced in one write that other requests write between two of them. */
  private static final int REPLACED_AT_ONCE = 100;

  private final Installation installation;
  private final KeyFile file;
  private final SealedKeys stored;

  public KeyRotation(Installation installation) {
    this.installation = installation;
    this.file = installation.keyFile();
    this.stored = installation.stores().operation().sealedKeys();
  }

  /** How many keys of each kind were encrypted again. */
  public record Rewritten(Map<SealedKeys.Kind, Integer> keys) {
    public int of(SealedKeys.Kind kind) {
      return keys.getOrDefault(kind, 0);
    }
  }

  /** Adds the next key to the file. Every node must have this file before the next step. */
  public FileKeys prepare() {
    checkThatTheFileFits();
    return file.change(keys -> {
      if (keys.second().isPresent()) {
        throw new ConfigFault("a rotation of " + file.path() + " has begun: latchkey key status");
      }
      return keys.prepared(FileKey.draw(installation.random()));
    });
  }

  /**
   * Makes the next key active and encrypts the keys in the store with it. A rotation that was
   * stopped continues.
   */
  public Rewritten rotate() {
    checkThatTheFileFits();
    FileKeys keys = file.change(each -> each.next().isPresent() ? each.switched() : each);
    Rewritten rewritten = rewrite(keys);
    stored.recordRotation(installation.commandMoment());
    return rewritten;
  }

  /** Drops the previous key from the file. */
  public Rewritten finish() {
    FileKeys keys = file.read();
    if (keys.previous().isEmpty()) {
      throw new ConfigFault(
          "the key file " + file.path() + " has no previous key: latchkey key rotate");
    }
    checkThatTheFileFits();
    Rewritten before = rewrite(keys);
    boolean isRegistrationOn = installation.settings().platform().publicClients().registration();
    file.change(each -> each.equals(keys) ? keys.finished(isRegistrationOn) : each);
    // A node may have encrypted a key with the previous one just before it read the new file.
    Rewritten after = rewrite(keys);
    var both = new EnumMap<SealedKeys.Kind, Integer>(SealedKeys.Kind.class);
    for (SealedKeys.Kind kind : SealedKeys.Kind.values()) {
      both.put(kind, before.of(kind) + after.of(kind));
    }
    return new Rewritten(both);
  }

  /** How many keys of the store open with each key of the file, or with none. */
  public Map<Optional<FileKey>, Rewritten> count() {
    var found = new LinkedHashMap<Optional<FileKey>, Rewritten>();
    List<FileKey> keys = file.read().own().opening();
    keys.forEach(key -> found.put(Optional.of(key), empty()));
    for (SealedKeys.Kind kind : SealedKeys.Kind.values()) {
      each(
          kind,
          part -> {
            for (SealedKeys.Sealed sealed : part) {
              found
                  .computeIfAbsent(openedBy(kind, keys, sealed), none -> empty())
                  .keys()
                  .merge(kind, 1, Integer::sum);
            }
          });
    }
    return found;
  }

  private static Rewritten empty() {
    return new Rewritten(new EnumMap<>(SealedKeys.Kind.class));
  }

  private Optional<FileKey> openedBy(
      SealedKeys.Kind kind, List<FileKey> keys, SealedKeys.Sealed sealed) {
    return keys.stream()
        .filter(key ->
            seal(kind, new SealKeys(key, List.of(key)))
                .open(sealed.id(), sealed.bytes())
                .isPresent())
        .findFirst();
  }

  /** The ids of the signing keys in the store that the file opens. Others could be anyone's. */
  public Set<String> signingKeyIds() {
    KeyFileSeal seal = seal(SealedKeys.Kind.SIGNING_KEY, file.read().own());
    var ids = new HashSet<String>();
    each(
        SealedKeys.Kind.SIGNING_KEY,
        part ->
            part.stream()
                .filter(sealed -> seal.open(sealed.id(), sealed.bytes()).isPresent())
                .forEach(sealed -> ids.add(sealed.id())));
    return ids;
  }

  private void checkThatTheFileFits() {
    SealKeys keys = file.read().own();
    KeyFileSeal seal = seal(SealedKeys.Kind.SIGNING_KEY, keys);
    each(
        SealedKeys.Kind.SIGNING_KEY,
        part -> {
          for (SealedKeys.Sealed sealed : part) {
            if (seal.open(sealed.id(), sealed.bytes()).isEmpty()) {
              throw file.doesNotFit();
            }
          }
        });
  }

  private Rewritten rewrite(FileKeys keys) {
    var rewritten = empty();
    for (SealedKeys.Kind kind : SealedKeys.Kind.values()) {
      each(kind, part -> rewritten.keys().merge(kind, rewrite(kind, keys, part), Integer::sum));
    }
    return rewritten;
  }

  private int rewrite(SealedKeys.Kind kind, FileKeys keys, List<SealedKeys.Sealed> part) {
    if (keys.previous().isEmpty()) {
      return 0;
    }
    FileKey previous = keys.previous().get();
    KeyFileSeal from = seal(kind, new SealKeys(previous, List.of(previous)));
    KeyFileSeal to = seal(kind, new SealKeys(keys.active(), List.of(keys.active())));
    var replacements = new ArrayList<SealedKeys.Replacement>();
    for (SealedKeys.Sealed sealed : part) {
      from.open(sealed.id(), sealed.bytes())
          .map(key -> new SealedKeys.Replacement(sealed, to.close(sealed.id(), key)))
          .ifPresent(replacements::add);
    }
    return replacements.isEmpty()
        ? 0
        : stored.replace(kind, replacements, installation.commandMoment());
  }

  private KeyFileSeal seal(SealedKeys.Kind kind, SealKeys keys) {
    String purpose =
        switch (kind) {
          case SIGNING_KEY -> KeyFileSeal.SIGNING_KEY;
          case SECOND_FACTOR -> KeyFileSeal.SECOND_FACTOR;
          case WEBHOOK -> KeyFileSeal.WEBHOOK;
          case MAIL -> KeyFileSeal.MAIL;
        };
    return new KeyFileSeal(() -> keys, purpose, installation.random());
  }

  @FunctionalInterface
  private interface Part {
    void accept(List<SealedKeys.Sealed> part);
  }

  private void each(SealedKeys.Kind kind, Part receiver) {
    List<SealedKeys.Sealed> part = stored.next(kind, "", REPLACED_AT_ONCE);
    while (!part.isEmpty()) {
      receiver.accept(part);
      part = stored.next(kind, part.getLast().id(), REPLACED_AT_ONCE);
    }
  }
}
