package dev.latchkey.http.netty;

import dev.latchkey.http.Refusal;
import dev.latchkey.http.Routes;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads the heads of the requests on one connection, strictly (RFC 9112): what two readers could
 * understand in different ways is refused. The library's decoder joins folded lines and ignores
 * chunk extensions, and cannot be told not to.
 */
final class HeadReader {
    static final int HEADER_BYTES = 16_384;

    private static final Refusal LINE_TOO_LONG =
            new Refusal(414, "invalid_request", "The request line is longer than 16 KiB.");
    private static final Refusal HEADERS_TOO_LONG =
            new Refusal(431, "invalid_request", "The headers are longer than 16 KiB.");

    /** Where the line begins that is being looked at, from the first byte of the head. */
    private int line;

    /** How far the bytes have been looked at already: a head may come a byte at a time. */
    private int seen;

    private int requestLine;

    sealed interface Result permits Incomplete, RequestHead, Refused {}

    enum Incomplete implements Result {
        MORE_IS_NEEDED
    }

    /** The path is empty where none could be read. */
    record Refused(Refusal refusal, String path) implements Result {}

    /** Takes a whole head from the bytes, or leaves all of them. */
    Result read(ByteBuf in) {
        int start = in.readerIndex();
        int end = in.writerIndex();
        while (true) {
            int feed = in.indexOf(start + seen, end, (byte) '\n');
            if (feed < 0) {
                seen = end - start;
                return tooLong(in, seen);
            }
            seen = feed + 1 - start;
            if (feed == start + line || in.getByte(feed - 1) != '\r') {
                return malformed(in);
            }
            boolean isEmpty = feed == start + line + 1;
            if (isEmpty && line == 0) {
                // RFC 9112 2.2: an empty line before a request is left out of account.
                in.skipBytes(seen);
                start = in.readerIndex();
                seen = 0;
                continue;
            }
            line = seen;
            if (requestLine == 0) {
                requestLine = seen;
            }
            Result limit = tooLong(in, seen);
            if (limit != Incomplete.MORE_IS_NEEDED) {
                return limit;
            }
            if (isEmpty) {
                var bytes = new byte[seen];
                in.readBytes(bytes);
                int firstHeader = requestLine;
                reset();
                return RequestHead.parse(bytes, firstHeader);
            }
        }
    }

    private void reset() {
        line = 0;
        seen = 0;
        requestLine = 0;
    }

    private Result tooLong(ByteBuf in, int length) {
        if (requestLine == 0
                ? length > Routes.REQUEST_LINE_BYTES
                : requestLine > Routes.REQUEST_LINE_BYTES) {
            return new Refused(LINE_TOO_LONG, path(in));
        }
        return requestLine > 0 && length - requestLine > HEADER_BYTES
                ? new Refused(HEADERS_TOO_LONG, path(in))
                : Incomplete.MORE_IS_NEEDED;
    }

    private static Result malformed(ByteBuf in) {
        return new Refused(RequestHead.MALFORMED, path(in));
    }

    /** Of a head that is refused: what stands between the first space and the query. */
    private static String path(ByteBuf in) {
        int from = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) ' ') + 1;
        if (from == 0) {
            return "";
        }
        int to = from;
        while (to < in.writerIndex() && in.getByte(to) > ' ' && in.getByte(to) != '?') {
            to++;
        }
        return in.toString(from, to - from, StandardCharsets.ISO_8859_1);
    }
}
