package dev.latchkey.usage;

final class Counted extends Cell<Long> {
    private long count;

    @Override
    void join(Long more) {
        count += more;
    }

    @Override
    Long value() {
        return count;
    }
}
