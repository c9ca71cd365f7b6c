package dev.latchkey.app.doctor;

import dev.latchkey.app.config.Settings;
import dev.latchkey.app.keyfile.KeyFile;
import dev.latchkey.edge.http.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Directories and files: whether they exist, who may read them, and whether there is space. */
record FileExamination(Settings settings, long freeMegabytes) {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);
  private static final List<String> OF_STORE =
      List.of("latchkey.db", "latchkey.db-wal", "latchkey.db-shm");
  private static final long MEGABYTE = 1L << 20;

  /** Files for other uses than connections (see {@link OpenFiles}). */
  private static final int OTHER_FILES = 512;

  List<Finding> findings() {
    var all = new ArrayList<Finding>();
    all.addAll(data());
    all.addAll(openFiles(settings.connections().limits().total(), OpenFiles.available()));
    return all;
  }

  private List<Finding> data() {
    var found = new Findings("files");
    Path data = settings.store().data().toAbsolutePath();
    if (!Files.isDirectory(data)) {
      found.error(
          "the data directory " + data + " does not exist",
          "name the one of the service with --data or in the configuration; serve creates it if this is a new installation");
      return found.all();
    }
    try {
      examine(data, found);
    } catch (IOException unreadable) {
      found.error(
          "the data directory " + data + " cannot be read: " + unreadable.getMessage(),
          "run this command as the user of the service");
    }
    found.okOtherwise("the data directory " + data + " is readable by its owner only");
    return found.all();
  }

  private void examine(Path data, Findings found) throws IOException {
    PosixFileAttributes directory = Files.readAttributes(data, PosixFileAttributes.class);
    if (isOpenToOthers(directory)) {
      found.warning(
          "other users may look into %s (mode %s)".formatted(data, mode(directory)),
          "chmod 700 " + data);
    }
    for (String name : OF_STORE) {
      examine(data.resolve(name), directory, found);
    }
    Path key = KeyFile.of(settings).path().toAbsolutePath();
    examine(key, Files.readAttributes(parentOf(key, data), PosixFileAttributes.class), found);
    long free = Files.getFileStore(data).getUsableSpace() / MEGABYTE;
    if (free < freeMegabytes) {
      found.warning(
          "only %d MB are free on the disk of %s".formatted(free, data),
          "make space: when the disk is full, only refreshing, revoking, disabling and deleting go on");
    }
  }

  private static Path parentOf(Path file, Path otherwise) {
    Path parent = file.getParent();
    return parent != null && Files.isDirectory(parent) ? parent : otherwise;
  }

  private static void examine(Path file, PosixFileAttributes directory, Findings found)
      throws IOException {
    if (Files.notExists(file)) {
      return;
    }
    PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
    if (isMountedForGroup(attributes)) {
      found.warning(
          "the group %s may read %s (mode %s)"
              .formatted(attributes.group(), file, mode(attributes)),
          "chmod 600 %s, unless the group is the service's alone, as in a container"
              .formatted(file));
    } else if (isOpenToOthers(attributes)) {
      found.error(
          "other users may read or write %s (mode %s)".formatted(file, mode(attributes)),
          "chmod 600 " + file);
    }
    if (!attributes.owner().equals(directory.owner())) {
      found.error(
          "%s belongs to %s, and its directory to %s"
              .formatted(file, attributes.owner(), directory.owner()),
          "chown %s %s".formatted(directory.owner(), file));
    }
  }

  private static boolean isOpenToOthers(PosixFileAttributes attributes) {
    return attributes.permissions().stream().anyMatch(OTHERS::contains);
  }

  /** A secret that an orchestrator mounts is readable by the group of the container alone. */
  private static boolean isMountedForGroup(PosixFileAttributes attributes) {
    return PosixFilePermissions.toString(attributes.permissions()).equals("r--r-----");
  }

  private static String mode(PosixFileAttributes attributes) {
    return PosixFilePermissions.toString(attributes.permissions());
  }

  /** The limit is that of this command. The service may have another one. */
  static List<Finding> openFiles(int connections, OptionalLong available) {
    var found = new Findings("open files");
    long needed = (long) connections + OTHER_FILES;
    if (available.isPresent() && available.getAsLong() < needed) {
      found.warning(
          "this user may have %d files open, and connections.total needs %d"
              .formatted(available.getAsLong(), needed),
          "if the service has the same limit, raise it (LimitNOFILE=%d with systemd) or lower connections.total"
              .formatted(needed));
    }
    found.okOtherwise("enough files may be open for all connections");
    return found.all();
  }
}
