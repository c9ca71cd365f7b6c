package dev.latchkey.login;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.password.ChangePassword;
import dev.latchkey.model.SecretHash;
import dev.latchkey.people.account.EndOwnSessions;
import java.util.List;
import java.util.Optional;

/** The page "My account, Security": the sessions of the person, and the password. */
public record SecurityPage(
    SecurityDetail detail,
    EndOwnSessions endOwnSessions,
    ChangePassword changePassword,
    Notice notice) {
  static final String HERE = Section.SECURITY.path();

  /** The values of the buttons that end more sessions than those that were selected. */
  private static final String ALL_OTHERS = "others";

  private static final String EVERYWHERE = "everywhere";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, HERE, this::show),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/sessions", this::endSessions),
        pageGuard.signedIn(Effect.SENSITIVE, HERE + "/password", this::change));
  }

  private Response show(PageRequest request) {
    String done = request.query().value("done").orElse("");
    return detail.show(request, withNotice(request.page(), done));
  }

  private static Page withNotice(Page page, String done) {
    return switch (done) {
      case "sessions" -> page.withNotice("security.sessions-ended");
      case "password" -> page.withNotice("security.password-changed");
      case "linked" -> page.withNotice("external.linked");
      case "unlinked" -> page.withNotice("external.unlinked");
      case "passkey" -> page.withNotice("passkey.added");
      case "passkey-removed" -> page.withNotice("passkey.removed");
      case "factor" -> page.withNotice("factor.removed");
      default -> page;
    };
  }

  private Response endSessions(PageRequest request) {
    String which = request.form().value("which").orElse("");
    List<SecretHash> chosen =
        request.form().all("session").stream()
            .map(SecretHash::parse)
            .flatMap(Optional::stream)
            .toList();
    boolean namesSessions = !which.equals(ALL_OTHERS) && !which.equals(EVERYWHERE);
    if (namesSessions && chosen.isEmpty()) {
      return refuse(request, 400, "sessions", "flaw.session-missing");
    }
    Optional<FormErrors> passwordErrors = request.passwordErrors("sessions.password");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    return switch (which) {
      case ALL_OTHERS -> end(request, new EndOwnSessions.Which.Others(request.key()));
      case EVERYWHERE -> endAll(request);
      default -> end(request, new EndOwnSessions.Which.Chosen(chosen));
    };
  }

  /** A session of another person gives the same response as one that does not exist. */
  private Response end(PageRequest request, EndOwnSessions.Which which) {
    return switch (endOwnSessions.by(request.actor(), which)) {
      case ENDED -> request.seeOther(HERE + "?done=sessions");
      case NOT_FOUND -> request.notFound("security.unknown");
    };
  }

  /** Signs the person out in every browser, and this one as well. */
  private Response endAll(PageRequest request) {
    endOwnSessions.by(request.actor(), new EndOwnSessions.Which.All());
    return request
        .seeOther("/sign-in")
        .with(SignInCookies.clearSession(request.request()))
        .with(SignInCookies.clearPending(request.request()))
        .with(SignInCookies.CLEAR_CACHE);
  }

  private Response change(PageRequest request) {
    String current = request.form().value(Reauthentication.FIELD).orElse("");
    String chosen = request.form().value("new_password").orElse("");
    if (current.isEmpty()) {
      return refuse(request, 403, "current", "flaw.password-missing");
    }
    if (!chosen.equals(request.form().value("repeated_password").orElse(""))) {
      return refuse(request, 400, "repeated", "flaw.password-repeated");
    }
    Optional<FormErrors> passwordErrors = request.passwordErrors("current");
    if (passwordErrors.isPresent()) {
      return detail.refuse(request, passwordErrors.get());
    }
    return switch (changePassword.by(
        notice.by(Notice.Change.PASSWORD_CHANGED, request), request.key(), current, chosen)) {
      case ChangePassword.Outcome.Changed(var key) ->
          request
              .seeOther(HERE + "?done=password")
              .with(SignInCookies.session(key, request.request()));
      case ChangePassword.Outcome.Unfit(var flaw) ->
          refuse(request, 400, "new", "flaw.password." + flaw);
      case ChangePassword.Outcome.Throttled(var wait) ->
          refuse(request, 429, "current", "flaw.password-throttled").with(Header.retryAfter(wait));
      case ChangePassword.Outcome.Refused why ->
          switch (why) {
            case CURRENT_WRONG -> refuse(request, 403, "current", "flaw.password");
            case CHANGED_SINCE -> refuse(request, 409, "current", "flaw.password-changed");
          };
    };
  }

  private Response refuse(PageRequest request, int status, String field, String message) {
    return detail.refuse(request, FormErrors.of(status, field, message));
  }
}
