package dev.latchkey.bench;

import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.net.InetAddress;
import java.util.Optional;

/** A caller whose connections come from this local address. */
record SourceAddressCaller(InetAddress from, Caller caller) implements Caller {
  @Override
  public Optional<InetAddress> source() {
    return Optional.of(from);
  }

  @Override
  public Address address() {
    return caller.address();
  }

  @Override
  public Optional<byte[]> next() {
    return caller.next();
  }

  @Override
  public boolean isRight(Answer answer) {
    return caller.isRight(answer);
  }
}
