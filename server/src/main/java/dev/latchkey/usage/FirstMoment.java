package dev.latchkey.usage;

import java.time.Instant;

final class FirstMoment extends Merged<Instant> {
  private long first = Long.MAX_VALUE;

  @Override
  void merge(Instant more) {
    first = Math.min(first, more.toEpochMilli());
  }

  @Override
  Instant value() {
    return Instant.ofEpochMilli(first);
  }
}
