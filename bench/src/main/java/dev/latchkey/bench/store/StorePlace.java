package dev.latchkey.bench.store;

import java.nio.file.Path;
import java.util.Optional;

/** Where a store is: a directory, and a database if the store is not a file in the directory. */
public record StorePlace(Path data, Optional<String> database) {}
