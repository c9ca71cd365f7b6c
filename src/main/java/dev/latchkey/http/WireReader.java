package dev.latchkey.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.BadRequestException;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Stricter about chunks than the library, which takes each one whole into memory and whatever two
 * bytes follow it for its end: here a long chunk is handed over in pieces, and nothing but a line
 * end ends it.
 */
@SuppressWarnings("removal") // The class is to become an interface, and then this one's delegate.
final class WireReader extends DataReader {
    private static final int PIECE = 16_384;
    private static final int SIZE_DIGITS = 15;
    private static final byte[] LINE_END = {'\r', '\n'};

    private long rest;

    WireReader(Supplier<byte[]> bytes) {
        super(bytes);
    }

    /** The library reads lines for nothing but the sizes of chunks and the end of the last. */
    @Override
    public String readLine() {
        if (rest == 0) {
            int length = findNewLine(SIZE_DIGITS + 1);
            if (length > SIZE_DIGITS) {
                throw new BadRequestException("a chunk's size is too long");
            }
            String line = readAsciiString(length);
            skip(LINE_END.length);
            if (line.isEmpty()) {
                return line;
            }
            rest = size(line);
        }
        return Long.toHexString(Math.min(rest, PIECE));
    }

    @Override
    public BufferData readBuffer(int length) {
        BufferData piece = getBuffer(length);
        super.skip(length);
        rest = Math.max(0, rest - length);
        return piece;
    }

    @Override
    public void skip(int length) {
        if (length == LINE_END.length) {
            if (rest > 0) {
                return;
            }
            if (!startsWith(LINE_END)) {
                throw new BadRequestException("a chunk is longer than it said");
            }
        }
        super.skip(length);
    }

    private static long size(String line) {
        if (!line.chars().allMatch(HexFormat::isHexDigit)) {
            throw new BadRequestException("a chunk's size is not a number");
        }
        return Long.parseLong(line, 16);
    }
}
