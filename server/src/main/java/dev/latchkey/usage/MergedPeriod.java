package dev.latchkey.usage;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;

final class MergedPeriod extends Merged<Usage.Period> {
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private String lastFrom = "";

  @Override
  void merge(Usage.Period more) {
    first = Math.min(first, more.first().toEpochMilli());
    long at = more.last().at().toEpochMilli();
    if (at >= last) {
      last = at;
      setAddress(more.last().address());
    }
  }

  private void setAddress(String address) {
    if (!address.equals(lastFrom)) {
      lastFrom = address;
    }
  }

  @Override
  Usage.Period value() {
    return new Usage.Period(
        Instant.ofEpochMilli(first), new RequestMoment(Instant.ofEpochMilli(last), lastFrom));
  }
}
