package dev.latchkey.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one answer to one request. Strict where a lenient reader would hide a fault of the server:
 * the length must be said, once, and not a byte may come that was not announced.
 */
final class AnswerReader {
    private static final int WHOLE_BYTES = 262_144;
    private static final String VERSION = "HTTP/1.1 ";
    private static final int STATUS_END = VERSION.length() + 3;

    private final InputStream in;
    private final byte[] buffer = new byte[WHOLE_BYTES];
    private int end;

    AnswerReader(InputStream in) {
        this.in = in;
    }

    Answer read() throws IOException {
        end = 0;
        int searched = 0;
        int headEnd = -1;
        while (headEnd < 0) {
            fill();
            headEnd = blankLine(searched);
            searched = Math.max(0, end - 3);
        }
        String head = new String(buffer, 0, headEnd, StandardCharsets.ISO_8859_1);
        int bodyStart = headEnd + 4;
        int bodyEnd = bodyStart + length(head);
        while (end < bodyEnd) {
            fill();
        }
        if (end > bodyEnd) {
            throw new ProtocolException("more bytes came than were announced");
        }
        return new Answer(status(head), head, Arrays.copyOfRange(buffer, bodyStart, bodyEnd));
    }

    private void fill() throws IOException {
        if (end == buffer.length) {
            throw new ProtocolException("the answer is longer than " + WHOLE_BYTES + " bytes");
        }
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            throw new EOFException("the connection ended within an answer");
        }
        end += count;
    }

    private int blankLine(int from) {
        for (int i = from; i + 3 < end; i++) {
            if (buffer[i] == '\r'
                    && buffer[i + 1] == '\n'
                    && buffer[i + 2] == '\r'
                    && buffer[i + 3] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static int status(String head) throws ProtocolException {
        if (!head.startsWith(VERSION)
                || head.length() < STATUS_END
                || (head.length() > STATUS_END && " \r".indexOf(head.charAt(STATUS_END)) < 0)) {
            throw new ProtocolException("not a status line of HTTP/1.1");
        }
        return number(head.substring(VERSION.length(), STATUS_END));
    }

    private static int length(String head) throws ProtocolException {
        List<String> lengths = Answer.fields(head, "Content-Length");
        if (lengths.size() != 1 || !Answer.fields(head, "Transfer-Encoding").isEmpty()) {
            throw new ProtocolException("the length of the answer is not said once, plainly");
        }
        int length = number(lengths.getFirst());
        if (length > WHOLE_BYTES) {
            throw new ProtocolException("the answer is longer than " + WHOLE_BYTES + " bytes");
        }
        return length;
    }

    private static int number(String digits) throws ProtocolException {
        boolean plain = !digits.isEmpty() && digits.length() <= 8;
        for (int i = 0; plain && i < digits.length(); i++) {
            plain = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
        }
        if (!plain) {
            throw new ProtocolException("a number was expected");
        }
        return Integer.parseInt(digits);
    }
}
