package dev.latchkey.console.page;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Session;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotManaged;
import java.time.Instant;
import java.util.Optional;

/**
 * A request by a signed-in person. Only {@link PageGuard} creates it. It gives a page what the page
 * needs to know, and builds the answers that look the same on every page.
 */
public sealed class PageRequest permits SectionRequest {
  private final Request request;
  private final Visitor visitor;
  private final OpenSession session;
  private final Pages pages;
  private final Confirmation confirmation;

  PageRequest(
      Request request,
      Visitor visitor,
      OpenSession session,
      Pages pages,
      Confirmation confirmation) {
    this.request = request;
    this.visitor = visitor;
    this.session = session;
    this.pages = pages;
    this.confirmation = confirmation;
  }

  PageRequest(PageRequest same) {
    this(same.request, same.visitor, same.session, same.pages, same.confirmation);
  }

  /**
   * A session and its key. Anyone who has the key is signed in as the person. {@code sentWith}: the
   * key with which the request was sent. It is the old one if the request contained the right
   * password or a passkey, because that gives the session a new key. {@code earliest}: a sign-in at
   * this time or later is recent enough for a sensitive action.
   */
  record OpenSession(
      Secret.Session key, Secret.Session sentWith, Session session, Instant earliest) {}

  PageRequest with(Confirmation.State known) {
    return new PageRequest(request, visitor, session, pages, confirmation.in(known));
  }

  /**
   * The same request as that of a sensitive action, whose writes need a recent sign-in. A route
   * says so by its {@code Effect}; this is for a form that is sensitive with some contents only.
   */
  public PageRequest asSensitive() {
    Request limited = request.in(visitor.signedIn().orElseThrow().since(session.earliest));
    return new PageRequest(limited, visitor, session, pages, confirmation);
  }

  public User user() {
    return session.session.user();
  }

  public Session session() {
    return session.session;
  }

  /** The key of the session. Anyone who has it is signed in as the person. */
  public Secret.Session key() {
    return session.key;
  }

  /**
   * The key for which the page with the form was made. What such a page carries sealed for its
   * session is opened with this key.
   */
  public Secret.Session sentWith() {
    return session.sentWith;
  }

  /** Whether the session got a new key, because this request confirmed who the person is. */
  public boolean hasNewKey() {
    return !session.key.hash().equals(session.sentWith.hash());
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

  public Actor.Person actor() {
    return new Actor.Person(user(), moment());
  }

  public Form form() {
    return request.form();
  }

  public Form query() {
    return request.query();
  }

  /**
   * The path segment at {@code {name}} in the route's pattern; an empty text if the pattern has no
   * such segment.
   */
  public String segment(String name) {
    return Optional.ofNullable(request.segments().get(name)).orElse("");
  }

  public String baseUrl() {
    return request.baseUrl();
  }

  /** The page that answers this request: its layout data, without content. */
  public Page page() {
    Page page = pages.of(visitor).ofConsole();
    return page.asking(confirmation);
  }

  /** Whether a form for a sensitive action must carry the password or a passkey. */
  boolean asksPassword() {
    return confirmation.isAsked();
  }

  /**
   * What is wrong with the password or passkey in a form for a sensitive action; empty if it is
   * right or was not asked for. {@code field}: the field beside which the error is shown.
   */
  public Optional<FormErrors> passwordErrors(String field) {
    return switch (confirmation.state()) {
      case NOT_ASKED -> Optional.empty();
      case ASKED, PASSWORD_WRONG -> Optional.of(FormErrors.of(403, field, "flaw.password"));
      case PASSKEY_WRONG -> Optional.of(FormErrors.of(403, field, "flaw.passkey"));
      case TOO_MANY_WRONG -> Optional.of(FormErrors.of(429, field, "flaw.password-throttled"));
    };
  }

  public Response seeOther(String address) {
    return Response.redirect(303, address);
  }

  public Response notFound(String message) {
    return problem(404, "not_found", message);
  }

  /** {@code unknown}: the message if it does not exist for this person. */
  public Response refused(NoAccess why, String unknown) {
    return switch (why) {
      case NOT_FOUND -> notFound(unknown);
      case FORBIDDEN -> forbidden("organization.not-for-role");
    };
  }

  public Response refused(NotManaged why) {
    return switch (why) {
      case NOT_FOUND -> notFound("people.unknown");
      case ONESELF -> forbidden("people.own");
      case ABOVE -> forbidden("people.above");
    };
  }

  public Response forbidden(String message) {
    return problem(403, "forbidden", message);
  }

  /** A page that shows only an error message. */
  public Response problem(int status, String error, String message, Object... values) {
    return page().problem(status, error, message, values);
  }
}
