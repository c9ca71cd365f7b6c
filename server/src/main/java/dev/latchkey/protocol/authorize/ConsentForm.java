package dev.latchkey.protocol.authorize;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import java.util.Optional;

/** What a user enters on the consent page, and what the page shows now. */
record ConsentForm(PageRequest request, ShownRequest shown) {
  RequestingClient client() {
    return shown.client();
  }

  Credential.Personal credential() {
    return client().credential();
  }

  /** The scopes that the app asks for, of which an auditor can give only those that read. */
  Scopes scope() {
    Scopes asked = shown.allowance().scope();
    return isOfAuditor() ? asked.reading() : asked;
  }

  private boolean isOfAuditor() {
    return request.user().role().isAuditor();
  }

  /** Whether the user decides about exactly what the page showed. */
  boolean isAsShown() {
    return request.form().value(ShownRequest.FIELD).filter(shown.hash()::equals).isPresent();
  }

  /** Whether the owner of the app lets users leave out single scopes. */
  boolean mayLeaveOutScopes() {
    return credential().options().contains(Credential.Option.LEAVE_OUT_SCOPES);
  }

  /**
   * The scopes that the user grants: those that the form names if the user may leave out single
   * ones, and otherwise all that were asked for. Empty if the form names none, or one that was not
   * asked for.
   */
  Optional<Scopes> granted() {
    if (!mayLeaveOutScopes()) {
      return Optional.of(scope()).filter(asked -> !isOfAuditor() || !asked.isEmpty());
    }
    Scopes chosen = chosen();
    return chosen.isEmpty() || !scope().covers(chosen) ? Optional.empty() : Optional.of(chosen);
  }

  /**
   * What is wrong with the password or passkey, if it is asked for. A grant that can manage the
   * installation needs a recent sign-in, as the pages do that it takes the place of.
   */
  Optional<FormErrors> passwordErrors(Scopes granted) {
    return granted.manageInstallation()
        ? request.passwordErrors(Reauthentication.FIELD)
        : Optional.empty();
  }

  /** The moment for the write of such a grant, which the store refuses after an old sign-in. */
  RequestMoment moment(Scopes granted) {
    return granted.manageInstallation() ? request.asSensitive().moment() : request.moment();
  }

  /** The scopes that the form names. */
  Scopes chosen() {
    return Scopes.of(request.form().all("scope"));
  }

  /** The team that the user has chosen, or the only team that the user belongs to. */
  Optional<Id.Team> team() {
    User user = request.user();
    Optional<Id.Team> chosen = request.form().value("team_id").map(Id.Team::new);
    if (chosen.isEmpty() && user.teams().size() == 1) {
      return Optional.of(user.teams().getFirst().team().id());
    }
    return chosen.filter(user::belongsTo);
  }
}
