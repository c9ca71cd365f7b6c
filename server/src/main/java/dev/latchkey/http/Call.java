package dev.latchkey.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that has found its route. What breaks in it becomes an answer: nothing here throws. */
public final class Call implements Routes.Plan {
    private static final byte[] NO_BODY = {};

    private final Routes routes;
    private final Route route;
    private final Incoming head;
    private @Nullable Request request;

    Call(Routes routes, Route route, Incoming head) {
        this.routes = routes;
        this.route = route;
        this.head = head;
    }

    Route route() {
        return route;
    }

    public Incoming head() {
        return head;
    }

    public Route.Work work() {
        return route.work();
    }

    /** Whether the body must be here before the answer is worked out. */
    public boolean readsBody() {
        return !route.bodies().isEmpty();
    }

    /** What can be said against a body before any of it has come. */
    public Optional<Response> refuseUnread() {
        return Bodies.refuse(route.bodies(), head).map(this::refused);
    }

    public Response bodyTooLong() {
        return refused(Bodies.TOO_LONG);
    }

    public Response bodyMalformed() {
        return refused(Bodies.MALFORMED);
    }

    public Response unavailable() {
        return refused(Refusal.unavailable());
    }

    /** To be called once, before any answer is asked for; a refusal if it cannot be understood. */
    public Optional<Response> receive() {
        return receive(NO_BODY);
    }

    /** The same for a call that reads its body. */
    public Optional<Response> receive(byte[] body) {
        return routes.guarded(this, () -> received(body), Optional::of);
    }

    private Optional<Response> received(byte[] bytes) {
        Optional<Form> query = Form.parse(head.query());
        if (query.isEmpty()) {
            return Optional.of(
                    refused(Refusal.invalidRequest("The query is not well-formed UTF-8.")));
        }
        Body body;
        if (readsBody()) {
            switch (Bodies.read(route.bodies(), head, bytes)) {
                case Bodies.Unusable unusable -> {
                    return Optional.of(refused(unusable.refusal()));
                }
                case Bodies.Read read -> body = read.body();
            }
        } else {
            body = new Body.Unread(head.length());
        }
        request = routes.request(this, query.get(), body);
        return Optional.empty();
    }

    /** The answer of a handler: may wait, unless the route's work is immediate. */
    public Response answer() {
        return routes.finished(
                this,
                routes.guarded(
                        this,
                        () ->
                                switch (route.work()) {
                                    case Route.Work.Waiting waiting ->
                                            waiting.handler().answer(request());
                                    case Route.Work.Immediate immediate ->
                                            immediate.handler().answer(request());
                                    case Route.Work.MemoryFirst first ->
                                            first.handler().answer(request());
                                },
                        refusal -> refusal));
    }

    /** The answer of memory, if it has one: never waits. */
    public Optional<Response> answer(Route.FromMemory memory) {
        return routes.guarded(this, () -> memory.answer(request()), Optional::of)
                .map(response -> routes.finished(this, response));
    }

    /** Counts an answer that a service gave. */
    public void relayed(int status) {
        routes.count(route, status);
    }

    /** An answer that takes the place of a service's. */
    public Response insteadOfRelay(Response response) {
        return routes.finished(this, response);
    }

    private Response refused(Refusal refusal) {
        return routes.finished(this, routes.refuse(this, refusal));
    }

    private Request request() {
        Request known = request;
        if (known == null) {
            throw new IllegalStateException("nothing has been received yet");
        }
        return known;
    }
}
