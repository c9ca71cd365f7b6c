package dev.latchkey.storage.database;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.util.Arrays;
import java.util.stream.Stream;

/** The rows on which a cached value depends. */
public record Dependencies(int[] rows) {
  public static Dependencies of(SecretHash token, Id... ids) {
    var rows = new int[ids.length + 1];
    rows[ids.length] = ChangeVersions.rowOf(token);
    for (int i = 0; i < ids.length; i++) {
      rows[i] = ChangeVersions.rowOf(ids[i]);
    }
    return new Dependencies(rows);
  }

  public static Dependencies of(Id... ids) {
    return new Dependencies(Stream.of(ids).mapToInt(ChangeVersions::rowOf).toArray());
  }

  /** These and a row without an id. */
  public Dependencies and(String name) {
    int[] all = Arrays.copyOf(rows, rows.length + 1);
    all[rows.length] = ChangeVersions.rowOf(name);
    return new Dependencies(all);
  }

  public static Dependencies of(
      SecretHash secret, SecretHash bucket, Id.Client client, Id.User owner) {
    return new Dependencies(
        new int[] {
          ChangeVersions.rowOf(secret),
          ChangeVersions.rowOf(bucket),
          ChangeVersions.rowOf(client),
          ChangeVersions.rowOf(owner)
        });
  }
}
