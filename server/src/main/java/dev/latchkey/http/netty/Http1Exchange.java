package dev.latchkey.http.netty;

import dev.latchkey.http.Header;
import dev.latchkey.http.Incoming;
import dev.latchkey.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/** An exchange of HTTP/1.1 or 1.0: one at a time on its connection. */
final class Http1Exchange extends Exchange {
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Http1Connection connection;
    private final boolean keepsAlive;
    private final boolean isHttp10;
    private final BodyReader body;
    private boolean awaitsContinue;
    private boolean wantsBody;
    private boolean mayCome = true;
    private boolean isChunked;
    private boolean endsWithConnection;

    Http1Exchange(Http1Connection connection, RequestHead request, Incoming head) {
        super(connection.loop(), head);
        this.connection = connection;
        this.keepsAlive = request.keepsAlive();
        this.isHttp10 = request.isHttp10();
        this.awaitsContinue = request.expectsContinue();
        this.body = new BodyReader(request.length());
    }

    /** Takes what it can of the bytes; false if it takes none now. */
    boolean read(ByteBuf in) {
        if (!wantsBody || !mayCome || body.isDone() || body.isBroken()) {
            return false;
        }
        awaitsContinue = false;
        int before = in.readableBytes();
        ByteBuf part = body.next(in);
        if (part != null) {
            connection.bodyCame(part.readableBytes());
            bodyCame(part);
        }
        if (body.isBroken()) {
            wantsBody = false;
            connection.closeAfterThis();
            bodyBroke();
        } else if (body.isDone()) {
            wantsBody = false;
            bodyEnded();
        }
        return in.readableBytes() < before || body.isBroken();
    }

    /** No more of the body will come. */
    void inputEnded() {
        if (wantsBody && !body.isDone()) {
            wantsBody = false;
            connection.closeAfterThis();
            bodyBroke();
        } else {
            clientSaysNoMore();
        }
    }

    /** Whether the client is to send something now. */
    boolean waitsForBody() {
        return wantsBody && mayCome && !body.isDone();
    }

    boolean mayCome() {
        return mayCome;
    }

    @Override
    protected void wantBody() {
        wantsBody = true;
        if (awaitsContinue) {
            awaitsContinue = false;
            connection.write(Unpooled.wrappedBuffer(AnswerHead.CONTINUE));
        }
        connection.bodyIsWanted();
    }

    @Override
    protected void letBodyCome(boolean mayCome) {
        this.mayCome = mayCome;
        connection.bodyIsWanted();
    }

    @Override
    protected boolean isBodyDone() {
        return body.isDone();
    }

    @Override
    protected void sendWhole(Response response, byte[] bytes) {
        boolean isLast = isLast();
        ByteBuf out = connection.out();
        AnswerHead.begin(out, response.status(), loop(), response.headers());
        AnswerHead.length(out, bytes.length);
        AnswerHead.end(out, persistence(isLast));
        if (!isHeadRequest()) {
            connection.writeBody(bytes);
        }
        connection.finished(this, isLast);
    }

    @Override
    protected void sendHead(
            int status, List<Header> headers, OptionalLong length, boolean hasBody) {
        isChunked = hasBody && length.isEmpty() && !isHttp10;
        endsWithConnection = hasBody && length.isEmpty() && isHttp10;
        ByteBuf out = connection.out();
        AnswerHead.begin(out, status, loop(), headers);
        if (length.isPresent() && status != 204) {
            AnswerHead.length(out, length.getAsLong());
        } else if (isChunked) {
            AnswerHead.chunked(out);
        }
        AnswerHead.end(out, persistence(isLast()));
    }

    @Override
    protected void sendPart(ByteBuf part) {
        if (!part.isReadable()) {
            part.release();
            return;
        }
        if (isChunked) {
            ByteBuf out = connection.out();
            AnswerHead.text(out, Integer.toHexString(part.readableBytes()));
            out.writeBytes(LINE_END);
            connection.write(part);
            connection.out().writeBytes(LINE_END);
        } else {
            connection.write(part);
        }
    }

    @Override
    void flush() {
        connection.flush();
    }

    @Override
    protected void sendEnd() {
        if (isChunked) {
            connection.out().writeBytes(LAST_CHUNK);
        }
        connection.finished(this, isLast());
    }

    @Override
    protected void endTunnel() {
        connection.end();
    }

    @Override
    protected void abort() {
        connection.reset();
    }

    @Override
    boolean isWritable() {
        return connection.isWritable();
    }

    @Override
    protected boolean maySwitchProtocol() {
        return !isHttp10;
    }

    @Override
    protected void switchProtocol(List<Header> headers) {
        ByteBuf out = connection.out();
        AnswerHead.begin(out, 101, loop(), headers);
        AnswerHead.end(out, AnswerHead.Persistence.UPGRADE);
        connection.flush();
        connection.becomeTunnel();
    }

    private boolean isLast() {
        return !keepsAlive || endsWithConnection || !body.isDone() || connection.isLast();
    }

    private AnswerHead.Persistence persistence(boolean isLast) {
        if (isLast) {
            return AnswerHead.Persistence.CLOSE;
        }
        return isHttp10 ? AnswerHead.Persistence.KEEP_ALIVE : AnswerHead.Persistence.UNSAID;
    }
}
