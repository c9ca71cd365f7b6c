package dev.latchkey.usage;

final class MergedCount extends Merged<Long> {
  private long count;

  @Override
  void merge(Long more) {
    count += more;
  }

  @Override
  Long value() {
    return count;
  }
}
