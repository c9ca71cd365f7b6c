package dev.latchkey.console.page;

import dev.latchkey.console.asset.Compression;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Guard;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.person.Session;
import dev.latchkey.storage.people.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Every page request passes through this guard. It finds the visitor's session, and refuses a POST
 * whose form did not come from one of our pages (rule 1.12).
 */
public record PageGuard(
    Sessions sessions, Reauthentication reauthentication, Pages pages, RandomGenerator random) {
  public static final String SESSION_COOKIE = "latchkey_session";
  public static final String FORM_TOKEN = "form_token";

  private static final String BROWSER_COOKIE = "latchkey_browser";

  /** Answers a visitor, who may or may not be signed in. */
  @FunctionalInterface
  public interface OpenHandler {
    Response answer(Request request, Visitor visitor);
  }

  /** Answers a person who is signed in. */
  @FunctionalInterface
  public interface PageHandler {
    Response answer(PageRequest request);
  }

  /** A page that needs no sign-in. */
  public Route open(String method, String pattern, OpenHandler handler) {
    return Route.openPage(method, pattern, request -> enter(request, handler));
  }

  /** A page for signed-in people. Other visitors are redirected to the sign-in page. */
  public Route signedIn(Effect effect, String pattern, PageHandler handler) {
    var guard =
        new Guard<PageRequest>(
            Access.General.SIGNED_IN,
            effect,
            (request, forPerson) -> enterSignedIn(request, effect, forPerson));
    return Route.page(pattern, guard, handler::answer);
  }

  /** A page about what people own themselves, which auditors do not: they only read. */
  public Route personal(Effect effect, String pattern, PageHandler handler) {
    return signedIn(
        effect,
        pattern,
        request ->
            request.user().role().isAuditor()
                ? request.forbidden("auditor.reads-only")
                : handler.answer(request));
  }

  /**
   * A page of a section, for the people who may enter the section. {@code below}: the path after
   * the path of the section.
   */
  public Route in(
      SectionGuard sectionGuard, Effect effect, String below, SectionGuard.Handler handler) {
    Section section = sectionGuard.section();
    var guard =
        new Guard<SectionRequest>(
            section,
            effect,
            (request, inSection) ->
                enterSignedIn(
                    request, effect, signedIn -> sectionGuard.enter(signedIn, effect, inSection)));
    return Route.page(section.path() + below, guard, handler::answer);
  }

  private Response enterSignedIn(
      Request request, Effect effect, Function<PageRequest, Response> handler) {
    PageHandler limited = asEffectRequires(effect, handler);
    return enter(
        request,
        (sent, visitor) ->
            pageRequest(sent, visitor, visitor.key())
                .map(
                    signedIn -> signedIn.request().moment().during(() -> answer(signedIn, limited)))
                .orElseGet(() -> toSignIn(sent, visitor)));
  }

  /**
   * The handler of a sensitive act receives a request for which nothing is written if the sign-in
   * is too old. The check of the password itself is not part of the act.
   */
  private PageHandler asEffectRequires(Effect effect, Function<PageRequest, Response> handler) {
    return switch (effect) {
      case READ, ASK, CHANGE -> handler::apply;
      case SENSITIVE -> sent -> handler.apply(sent.asSensitive());
    };
  }

  /**
   * The proof of a sign-in that is recent enough for a sensitive act; empty if it is older. For an
   * act that another site completes, which therefore is not a form of this program.
   */
  public Optional<SignedIn> recentSignIn(Visitor visitor, RequestMoment now) {
    Instant earliest = reauthentication.earliest(now.at());
    return visitor
        .session()
        .filter(session -> !session.signedInAt().isBefore(earliest))
        .flatMap(_ -> visitor.signedIn())
        .map(known -> known.since(earliest));
  }

  private static Response toSignIn(Request request, Visitor visitor) {
    boolean isForm = request.method().equals("POST");
    return Response.redirect(isForm ? 303 : 302, askedFor(request, visitor).through("/sign-in"));
  }

  /** The request of a signed-in visitor; empty if the visitor is not signed in. */
  private Optional<PageRequest> pageRequest(
      Request request, Visitor visitor, Optional<Secret.Session> sentWith) {
    return visitor
        .signedIn()
        .map(known -> {
          Session session = visitor.session().orElseThrow();
          Secret.Session key = visitor.key().orElseThrow();
          Instant earliest = reauthentication.earliest(request.moment().at());
          Confirmation confirmation =
              session.signedInAt().isBefore(earliest)
                  ? Confirmation.asked(reauthentication.passkeyOptions(request, session, key))
                  : Confirmation.NONE;
          return new PageRequest(
              request.in(known),
              visitor,
              new PageRequest.OpenSession(key, sentWith.orElse(key), session, earliest),
              pages,
              confirmation);
        });
  }

  /**
   * Checks the password or passkey that a form carries, for all pages, before the page sees the
   * form. The right one gives the session a new key. If the page then fails with an error, the
   * browser does not receive that key, and the person must sign in again.
   */
  private Response answer(PageRequest sent, PageHandler handler) {
    if (!sent.asksPassword() || !Reauthentication.isIn(sent.form())) {
      return handler.answer(sent);
    }
    return switch (reauthentication.check(sent)) {
      case Reauthentication.Outcome.Right(var key) -> confirmed(sent, key, handler);
      case Reauthentication.Outcome.WrongPassword _ ->
          handler.answer(sent.with(Confirmation.State.PASSWORD_WRONG));
      case Reauthentication.Outcome.WrongPasskey _ ->
          handler.answer(sent.with(Confirmation.State.PASSKEY_WRONG));
      case Reauthentication.Outcome.Throttled(var wait) ->
          withRetryAfter(wait, handler.answer(sent.with(Confirmation.State.TOO_MANY_WRONG)));
    };
  }

  private Response confirmed(PageRequest sent, Secret.Session key, PageHandler handler) {
    Request request = sent.request();
    Visitor confirmed = sent.visitor().confirmed(key, request.moment().at());
    Optional<Secret.Session> before = Optional.of(sent.key());
    Response answer = handler.answer(pageRequest(request, confirmed, before).orElseThrow());
    return Cookies.isSet(SESSION_COOKIE, answer)
        ? answer
        : answer.with(Cookies.set(SESSION_COOKIE, key.reveal(), request.isSecure()));
  }

  private static Response withRetryAfter(Duration wait, Response refused) {
    return refused.status() == 429 ? refused.with(Header.retryAfter(wait)) : refused;
  }

  /**
   * The page that the visitor asked for. After a form it is the start page, unless the form belongs
   * to a consent, because what was entered in a form is not kept.
   */
  private static AfterSignIn askedFor(Request request, Visitor visitor) {
    return AfterSignIn.of(request) instanceof AfterSignIn.Consent consent
        ? consent
        : request.method().equals("POST")
            ? new AfterSignIn.StartPage()
            : AfterSignIn.page(visitor.address());
  }

  /**
   * An endpoint to which another site sends the browser. It knows the visitor, but does not require
   * the token of one of our forms.
   */
  public Route arrival(String method, String pattern, OpenHandler handler) {
    return Route.openPage(
        method,
        pattern,
        request -> {
          Visitor visitor = visitor(request);
          return withBrowserCookie(request, visitor, handler.answer(request, visitor));
        });
  }

  private Response enter(Request request, OpenHandler handler) {
    Visitor visitor = visitor(request);
    Response response =
        request.method().equals("POST") && !isOurForm(request, visitor)
            ? pages.problem(pages.of(visitor), 403, "foreign_form", "problem.foreign-form")
            : handler.answer(request, visitor);
    return withBrowserCookie(request, visitor, Compression.page(request, response));
  }

  /**
   * Checks {@code Sec-Fetch-Site} and the form token. {@code Origin} cannot be used: because of our
   * referrer policy, browsers send {@code null}.
   */
  private static boolean isOurForm(Request request, Visitor visitor) {
    String site = request.headers().only("Sec-Fetch-Site").orElse("same-origin");
    return (site.equals("same-origin") || site.equals("none"))
        && visitor.sent(request.form().value(FORM_TOKEN).orElse(""));
  }

  private Visitor visitor(Request request) {
    Secret.Browser browser =
        request
            .cookie(Cookies.name(BROWSER_COOKIE, request.isSecure()))
            .flatMap(Secret.BROWSER::parse)
            .orElseGet(() -> Secret.BROWSER.mint(random));
    Optional<Secret.Session> key =
        request
            .cookie(Cookies.name(SESSION_COOKIE, request.isSecure()))
            .flatMap(Secret.SESSION::parse);
    Optional<Session> session = key.flatMap(known -> sessions.find(known, request.moment()));
    return Visitor.of(browser, key, session, request);
  }

  private static Response withBrowserCookie(Request request, Visitor visitor, Response response) {
    String known = request.cookie(Cookies.name(BROWSER_COOKIE, request.isSecure())).orElse("");
    return known.equals(visitor.browser().reveal())
        ? response
        : response.with(
            Cookies.set(BROWSER_COOKIE, visitor.browser().reveal(), request.isSecure()));
  }
}
