package dev.latchkey.page;

import dev.latchkey.http.Form;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.model.User;
import java.util.Optional;

/**
 * A request for a page by a person who is signed in, made once, by the {@link PageGuard}: what a
 * page needs to know about it, and the answers that look the same on every page.
 */
public sealed class PageRequest permits SectionRequest {
    private final Request request;
    private final Visitor visitor;
    private final OpenSession session;
    private final Pages pages;
    private final Password password;

    PageRequest(
            Request request, Visitor visitor, OpenSession session, Pages pages, Password password) {
        this.request = request;
        this.visitor = visitor;
        this.session = session;
        this.pages = pages;
        this.password = password;
    }

    PageRequest(PageRequest same) {
        this(same.request, same.visitor, same.session, same.pages, same.password);
    }

    /** A session, and the key that whoever has it is signed in with. */
    record OpenSession(Secret.Session key, Session session) {}

    /** What is known of the password that a form for a sensitive act must have (decision 6.5). */
    enum Password {
        /** The person signed in, or gave it, a short while ago. */
        NOT_ASKED,
        ASKED,
        WRONG,
        TOO_MANY_WRONG
    }

    PageRequest with(Password known) {
        return new PageRequest(request, visitor, session, pages, known);
    }

    public User user() {
        return session.session.user();
    }

    public Session session() {
        return session.session;
    }

    /** The key of the session, which whoever has it is signed in with. */
    public Secret.Session key() {
        return session.key;
    }

    public Visitor visitor() {
        return visitor;
    }

    public Request request() {
        return request;
    }

    public RequestMoment moment() {
        return request.moment();
    }

    public Form form() {
        return request.form();
    }

    public Form query() {
        return request.query();
    }

    /** What stands in the path where the route says {@code {name}}; empty if the route does not. */
    public String segment(String name) {
        return Optional.ofNullable(request.segments().get(name)).orElse("");
    }

    public String baseUrl() {
        return request.baseUrl();
    }

    /** The frame of the page that answers. */
    public Page page() {
        Page page = pages.of(visitor);
        return asksPassword() ? page.askingPassword() : page;
    }

    /** Whether a form for a sensitive act must have the field for it. */
    boolean asksPassword() {
        return password != Password.NOT_ASKED;
    }

    /**
     * What is wrong with the password in a form for a sensitive act; empty if it is right, or not
     * asked for. {@code field}: where that is said.
     */
    public Optional<FormErrors> passwordErrors(String field) {
        return switch (password) {
            case NOT_ASKED -> Optional.empty();
            case ASKED, WRONG -> Optional.of(FormErrors.of(403, field, "flaw.password"));
            case TOO_MANY_WRONG ->
                    Optional.of(FormErrors.of(429, field, "flaw.password-throttled"));
        };
    }

    public Response seeOther(String address) {
        return Response.redirect(303, address);
    }

    public Response notFound(String message) {
        return problem(404, "not_found", message);
    }

    public Response forbidden(String message) {
        return problem(403, "forbidden", message);
    }

    /** A page with nothing but a sentence. */
    public Response problem(int status, String error, String message, Object... values) {
        return page().problem(status, error, message, values);
    }
}
