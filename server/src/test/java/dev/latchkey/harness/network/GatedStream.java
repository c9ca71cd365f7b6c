package dev.latchkey.harness.network;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that writes nothing while its gate is shut. The bytes of the current write are written
 * when the gate opens.
 */
final class GatedStream extends OutputStream {
  private final OutputStream out;
  private final Gate gate;

  GatedStream(OutputStream out, Gate gate) {
    this.out = out;
    this.gate = gate;
  }

  @Override
  public void write(int value) throws IOException {
    gate.pass();
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    gate.pass();
    out.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
