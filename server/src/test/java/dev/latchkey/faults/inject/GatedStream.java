package dev.latchkey.faults.inject;

import java.io.IOException;
import java.io.OutputStream;

/** Writes nothing while its gate is shut; the bytes of the write under way are kept. */
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
