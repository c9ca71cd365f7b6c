package dev.latchkey.gateway;

import dev.latchkey.http.Body;
import dev.latchkey.http.Header;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.LiveToken;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.hc.core5.http.HttpException;

/**
 * Sends an admitted call on to its upstream, and the answer back (contract 4.4). Nothing is decided
 * here about who may do what.
 */
public final class Forwarding implements OpenInterface.Forward {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private static final Refusal TOO_LONG =
            new Refusal(413, "invalid_request", "The body is longer than this call takes.");
    private static final Refusal NOT_ASCII =
            Refusal.invalidRequest("A header holds a character that is not ASCII.");
    private static final Refusal BROKEN_BODY =
            Refusal.invalidRequest("The body is not well-formed HTTP.");

    /** What an upstream may do wrong, and what the caller is told as long as it can be told. */
    private enum Failure {
        UNREACHABLE(502, "bad_gateway", "The service behind this call cannot be reached."),
        BROKEN(502, "bad_gateway", "The service behind this call broke off or made no sense."),
        SLOW(504, "gateway_timeout", "The service behind this call did not answer in time.");

        private final int status;
        private final String error;
        private final String description;

        Failure(int status, String error, String description) {
            this.status = status;
            this.error = error;
            this.description = description;
        }

        Refusal refusal() {
            return new Refusal(status, error, description);
        }

        static Failure of(IOException cause) {
            return cause instanceof SocketTimeoutException ? SLOW : BROKEN;
        }
    }

    private final Identity identity;
    private final Map<Upstream, UpstreamPool> pools = new ConcurrentHashMap<>();
    private final BiConsumer<String, String> failures;

    /** {@code failures} is told of each call that an upstream failed: its name, and how. */
    public Forwarding(Identity identity, BiConsumer<String, String> failures) {
        this.identity = identity;
        this.failures = failures;
    }

    /** To be done every second or so: an upstream that keeps silent holds its caller up. */
    public void lookRound() {
        pools.values().forEach(UpstreamPool::lookRound);
    }

    @Override
    public Response forward(Request request, LiveToken caller, Target.Forwarded target) {
        Body.Unread body = request.unread();
        Upstream upstream = target.upstream();
        if (body.length().orElse(0) > target.bodyLimitBytes().orElse(Long.MAX_VALUE)) {
            return TOO_LONG.json();
        }
        var headers = new ArrayList<>(PassedHeaders.toUpstream(request));
        if (headers.stream().anyMatch(Forwarding::isGarbled)) {
            return NOT_ASCII.json();
        }
        headers.addAll(
                identity.headers(
                        caller, upstream.name(), request.baseUrl(), request.occasion().at()));
        var passage =
                new Passage(
                        request,
                        body,
                        List.copyOf(headers),
                        target,
                        cause -> brokenOff(upstream, cause));
        try {
            return passage.through(pools.computeIfAbsent(upstream, UpstreamPool::new));
        } catch (PassedBody.TooLong tooLong) {
            return TOO_LONG.json();
        } catch (PassedBody.CallerFault | UpstreamConnection.CallerGone theirs) {
            return BROKEN_BODY.json();
        } catch (UpstreamPool.Unreachable nowhere) {
            return failed(Failure.UNREACHABLE, upstream, nowhere.last());
        } catch (IOException cause) {
            return failed(Failure.of(cause), upstream, cause);
        } catch (HttpException nonsense) {
            return failed(Failure.BROKEN, upstream, nonsense);
        }
    }

    /** What the server put in place of a byte that is not ASCII cannot be put back. */
    private static boolean isGarbled(Header header) {
        return header.value().indexOf('\uFFFD') >= 0;
    }

    /** In the middle of an answer, where nothing can be said to the caller any more. */
    private void brokenOff(Upstream upstream, IOException cause) {
        if (!(cause instanceof UpstreamConnection.CallerGone)) {
            failed(Failure.of(cause), upstream, cause);
        }
    }

    private Response failed(Failure failure, Upstream upstream, Throwable cause) {
        failures.accept(upstream.name(), failure.name().toLowerCase(Locale.ROOT));
        LOG.log(
                System.Logger.Level.WARNING,
                "upstream {0}: {1} ({2})",
                upstream.name(),
                failure.description,
                cause.getClass().getSimpleName());
        return failure.refusal().json();
    }
}
