package dev.latchkey.gateway;

import dev.latchkey.http.Body;
import dev.latchkey.http.Content;
import dev.latchkey.http.Header;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * One call on its way to its upstream. It is tried once; a second time only where a connection that
 * had served before turns out to be closed, and the call is one that may be sent twice.
 */
final class Passage {
    /** RFC 9110 9.2.2: sent twice, they do what they do once. */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

    private final HttpRequestExecutor exchange = new HttpRequestExecutor();
    private final HttpCoreContext context = HttpCoreContext.create();
    private final Request request;
    private final Body.Unread body;
    private final List<Header> headers;
    private final long bodyLimit;
    private final Duration patience;
    private final Consumer<IOException> brokenOff;
    private boolean isBodyBegun;

    /** {@code brokenOff} is told if the answer ends before it is whole. */
    Passage(
            Request request,
            Body.Unread body,
            List<Header> headers,
            Target.Forwarded target,
            Consumer<IOException> brokenOff) {
        this.request = request;
        this.body = body;
        this.headers = headers;
        this.bodyLimit = target.bodyLimitBytes().orElse(Long.MAX_VALUE);
        this.brokenOff = brokenOff;
        this.patience = target.timeout().orElse(target.upstream().idleTimeout());
    }

    Response through(UpstreamPool pool) throws IOException, HttpException {
        UpstreamPool.Lease lease = pool.lease(mayRepeat());
        try {
            return through(pool, lease);
        } catch (NoHttpResponseException | ConnectionClosedException | SocketException closed) {
            if (!lease.isUsed() || !mayRepeat()) {
                throw closed;
            }
            return through(pool, pool.leaseNew());
        }
    }

    private boolean mayRepeat() {
        return !isBodyBegun && IDEMPOTENT.contains(request.method());
    }

    private Response through(UpstreamPool pool, UpstreamPool.Lease lease)
            throws IOException, HttpException {
        UpstreamConnection connection = lease.connection();
        ClassicHttpRequest outbound = outbound(lease);
        try {
            connection.begin(patience, request::isCallerGone);
            ClassicHttpResponse answer = exchange.execute(outbound, connection, context);
            connection.answers();
            pool.works(lease);
            boolean mayServeAgain = exchange.keepAlive(outbound, answer, connection, context);
            return passed(answer, pool, lease, mayServeAgain);
        } catch (PassedBody.CallerFault
                | PassedBody.TooLong
                | UpstreamConnection.CallerGone theirs) {
            pool.discard(lease);
            throw theirs;
        } catch (IOException | HttpException | RuntimeException broken) {
            pool.failed(lease);
            throw broken;
        }
    }

    private ClassicHttpRequest outbound(UpstreamPool.Lease lease) {
        String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        var outbound = new BasicClassicHttpRequest(request.method(), request.path() + query);
        outbound.addHeader("Host", lease.address().getRawAuthority());
        headers.forEach(header -> outbound.addHeader(header.name(), header.value()));
        if (body.length().isEmpty()) {
            outbound.addHeader("Transfer-Encoding", "chunked");
        } else if (body.length().getAsLong() > 0 || mayHaveBody()) {
            outbound.addHeader("Content-Length", body.length().getAsLong());
        }
        if (body.length().orElse(1) > 0) {
            outbound.setEntity(
                    new PassedBody(body, bodyLimit, lease.connection(), () -> isBodyBegun = true));
        }
        return outbound;
    }

    /** RFC 9110 8.6: of these an upstream expects to hear that there is none. */
    private boolean mayHaveBody() {
        return Set.of("POST", "PUT", "PATCH").contains(request.method());
    }

    private Response passed(
            ClassicHttpResponse answer,
            UpstreamPool pool,
            UpstreamPool.Lease lease,
            boolean mayServeAgain)
            throws IOException, HttpException {
        List<Header> answered =
                Arrays.stream(answer.getHeaders())
                        .map(header -> new Header(header.getName(), header.getValue()))
                        .toList();
        return new Response(
                answer.getCode(),
                PassedHeaders.toCaller(answered),
                content(answer, pool, lease, mayServeAgain));
    }

    private Content content(
            ClassicHttpResponse answer,
            UpstreamPool pool,
            UpstreamPool.Lease lease,
            boolean mayServeAgain)
            throws IOException, HttpException {
        HttpEntity entity = answer.getEntity();
        if (entity != null) {
            long length = entity.getContentLength();
            return new Content.Streamed(
                    length < 0 ? OptionalLong.empty() : OptionalLong.of(length),
                    new PassedAnswer(entity.getContent(), pool, lease, mayServeAgain, brokenOff));
        }
        if (mayServeAgain) {
            pool.giveBack(lease);
        } else {
            pool.discard(lease);
        }
        return new Content.Streamed(saidLength(answer), InputStream.nullInputStream());
    }

    /** To a HEAD, and when nothing has changed: the length the body would have had. */
    private static OptionalLong saidLength(ClassicHttpResponse answer) throws HttpException {
        var said = answer.getHeader("Content-Length");
        return said == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(said.getValue()));
    }
}
