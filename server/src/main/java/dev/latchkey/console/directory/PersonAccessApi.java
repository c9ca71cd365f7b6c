package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.SessionView;
import dev.latchkey.console.page.Notice;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.SecretHash;
import dev.latchkey.people.EndAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.RemoveSecondFactor;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the management API about how a person gets in: the sessions, the second factor, and
 * the end of all access.
 */
public record PersonAccessApi(
    PersonApiGuard people,
    UserAccount account,
    EndAccess endAccess,
    RemoveSecondFactor removeSecondFactor,
    Notice notice) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_SESSIONS, request -> people.toSee(request, this::sessions)),
        guard.route(Operation.END_SESSION, request -> people.toSee(request, this::end)),
        guard.route(Operation.END_ACCESS, this::endAll),
        guard.route(Operation.REMOVE_SECOND_FACTOR, this::removeFactor));
  }

  /** All sessions: a person has few enough of them for one answer, as the page shows them. */
  private Response sessions(PersonApiGuard.At at) {
    List<SessionView> found =
        account.sessions(at.person().user().id(), at.request().moment()).stream()
            .map(SessionView::of)
            .toList();
    return ApiAnswer.list("sessions", found, new Answers.Whole(found.size()));
  }

  /** A session that has ended before is answered in the same way. */
  private Response end(PersonApiGuard.At at) {
    Optional<SecretHash> session = SecretHash.parse(at.request().segment("session_id"));
    if (session.isEmpty()) {
      return ApiAnswer.notFound();
    }
    return end(at.request(), new AccessRemoval.What.Session(session.get()));
  }

  private Response endAll(ApiRequest request) {
    return end(request, new AccessRemoval.What.Everything());
  }

  private Response end(ApiRequest request, AccessRemoval.What what) {
    return answer(endAccess.by(request.actor(), PersonApiGuard.named(request), what));
  }

  static Response answer(EndAccess.Outcome outcome) {
    return switch (outcome) {
      case EndAccess.Written.ENDED, EndAccess.Written.ENDED_BEFORE -> ApiAnswer.done();
      case EndAccess.Written.EDIT_CONFLICT -> ApiAnswer.changedBefore();
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }

  /** A person without a second factor is answered in the same way. */
  private Response removeFactor(ApiRequest request) {
    return switch (removeSecondFactor.by(request.actor(), PersonApiGuard.named(request))) {
      case RemoveSecondFactor.Removed(var person) -> {
        var change = Notice.Change.FACTOR_REMOVED_BY_ADMINISTRATOR;
        notice.send(change, person.user(), request.moment());
        yield ApiAnswer.done();
      }
      case RemoveSecondFactor.Refused.NONE -> ApiAnswer.done();
      case RemoveSecondFactor.Refused.EDIT_CONFLICT -> ApiAnswer.changedBefore();
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }
}
