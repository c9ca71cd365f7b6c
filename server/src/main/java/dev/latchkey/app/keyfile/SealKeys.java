package dev.latchkey.app.keyfile;

import java.util.List;
import java.util.stream.Stream;

/**
 * The keys for one purpose: {@code closing} encrypts, and each of {@code opening} may decrypt. They
 * are several only while the key file is being rotated, or for what lasts longer than a rotation.
 */
public record SealKeys(FileKey closing, List<FileKey> opening) {
  static SealKeys of(FileKey closing, Stream<FileKey> others) {
    return new SealKeys(closing, Stream.concat(Stream.of(closing), others).distinct().toList());
  }
}
