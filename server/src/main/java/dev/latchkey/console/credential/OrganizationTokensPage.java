package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.console.table.BulkResult;
import dev.latchkey.console.table.Selection;
import dev.latchkey.credential.AlreadySent;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.ReissueToken;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Replaces or revokes the token of an organization credential. A replaced token stops working at
 * once, or after an overlap (rule 6.3).
 */
public record OrganizationTokensPage(
    OrganizationCredentials section,
    OrganizationTokens tokens,
    CredentialActs acts,
    CredentialDetail detail,
    NewSecrets secrets) {
  /**
   * What the page shows that asks before tokens are revoked. {@code href}: the address of the
   * credential's page.
   */
  public record Revocation(
      Section section,
      Credential.Organizational credential,
      String href,
      List<OrganizationTokens.Live> selected,
      FormErrors errors) {
    private static final int MOST_NAMED = 3;

    /** Whether the title can name the tokens one by one. */
    public boolean isFew() {
      return selected.size() <= MOST_NAMED;
    }

    public String endings() {
      return selected.stream().map(token -> "…" + token.ending()).collect(Collectors.joining(", "));
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    String here = "/{client_id}/tokens";
    return List.of(
        section.page(pageGuard, Effect.SENSITIVE, here + "/new", guarded(this::reissue)),
        section.page(pageGuard, Effect.ASK, here + "/revoke", guarded(this::ask)),
        section.page(pageGuard, Effect.SENSITIVE, here + "/revoke", guarded(this::revoke)));
  }

  private CredentialScope.SectionHandler guarded(
      CredentialScope.CredentialHandler<Credential.Organizational> handler) {
    return section.withCredential(
        Credential.Organizational.class, Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL, handler);
  }

  private Response reissue(CredentialRequest<Credential.Organizational> at) {
    if (acts.creationGuard().lacksFactor(at.request().actor())) {
      return OrganizationCredentials.factorMissing(at.request());
    }
    Optional<OrganizationTokens.Overlap> overlap = overlap(at.request());
    if (overlap.isEmpty()) {
      return refuse(at, FormErrors.of(400, "overlap", "flaw.overlap-missing"));
    }
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("reissue.password");
    if (passwordErrors.isPresent()) {
      return refuse(at, passwordErrors.get());
    }
    return reissueOnce(at, overlap.get());
  }

  private Response reissueOnce(
      CredentialRequest<Credential.Organizational> at, OrganizationTokens.Overlap overlap) {
    Optional<Id.Form> form = secrets.sentForm(at.request());
    if (form.isEmpty()) {
      return secrets.sentBefore(at.request());
    }
    return switch (acts.reissueToken().by(at.request().actor(), at.credential(), overlap, form)) {
      case ReissueToken.Reissued(var token, var _) -> showOnce(at, token, overlap);
      case ReissueToken.Refused.NOT_FOUND -> at.notFound();
      case ReissueToken.Refused.FACTOR_MISSING ->
          OrganizationCredentials.factorMissing(at.request());
      case AlreadySent _ -> secrets.sentBefore(at.request());
    };
  }

  /** This is the only answer that shows the token. */
  private Response showOnce(
      CredentialRequest<Credential.Organizational> at,
      Secret.Organization token,
      OrganizationTokens.Overlap overlap) {
    Page page = at.request().page();
    return page.show(
        200,
        TEMPLATES.credentialTokenReissued(
            page, section.section(), at.credential(), token, overlap));
  }

  /** Asks before tokens are revoked. The page names them by their last four characters. */
  private Response ask(CredentialRequest<Credential.Organizational> at) {
    return ask(at, chosen(at.request().query()), FormErrors.NONE);
  }

  private Response ask(
      CredentialRequest<Credential.Organizational> at,
      Selection<SecretHash> chosen,
      FormErrors errors) {
    List<OrganizationTokens.Live> selected = selected(at, chosen);
    if (chosen.isTooMany() || selected.isEmpty()) {
      return refuse(at, FormErrors.of(400, "token", flaw(chosen)));
    }
    var view = new Revocation(section.section(), at.credential(), at.href(), selected, errors);
    Page page = at.request().page();
    Page shown = errors.status() == 200 ? page : page.withProblem("tokens.unchanged");
    return shown.show(errors.status(), TEMPLATES.credentialTokensRevoke(shown, view));
  }

  private static String flaw(Selection<SecretHash> chosen) {
    return chosen.isTooMany() ? "bulk.too-many" : "flaw.token-missing";
  }

  private List<OrganizationTokens.Live> selected(
      CredentialRequest<Credential.Organizational> at, Selection<SecretHash> chosen) {
    return tokens.chosen(chosen.chosen(), at.credential().clientId(), at.moment());
  }

  private Response revoke(CredentialRequest<Credential.Organizational> at) {
    Selection<SecretHash> chosen = chosen(at.request().form());
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("revoke.password");
    if (passwordErrors.isPresent()) {
      return ask(at, chosen, passwordErrors.get());
    }
    if (chosen.isTooMany()) {
      return refuse(at, FormErrors.of(400, "token", flaw(chosen)));
    }
    BulkResult result = revokeEach(at, chosen);
    if (result.done() == 0) {
      return refuse(at, FormErrors.of(409, "token", flaw(chosen)));
    }
    var origin = new BulkAct.Origin(section.section(), at.href(CredentialTab.TOKENS));
    return result.total() == 1
        ? at.done(CredentialTab.TOKENS, RedirectNotice.TOKENS_REVOKED)
        : BulkAct.REVOKE_TOKENS.answer(at.request(), origin, result);
  }

  private BulkResult revokeEach(
      CredentialRequest<Credential.Organizational> at, Selection<SecretHash> chosen) {
    Map<SecretHash, String> endings =
        selected(at, chosen).stream()
            .collect(
                Collectors.toMap(OrganizationTokens.Live::hash, token -> "…" + token.ending()));
    String gone = at.request().page().say("bulk.gone");
    return BulkResult.of(
        chosen.chosen(),
        token -> endings.getOrDefault(token, gone),
        token ->
            switch (acts.revokeToken()
                .by(at.request().actor(), at.credential().clientId(), token)) {
              case REVOKED -> Optional.empty();
              case ENDED_BEFORE, NOT_FOUND -> Optional.of("bulk.reason.ENDED_BEFORE");
            });
  }

  private Response refuse(CredentialRequest<Credential.Organizational> at, FormErrors errors) {
    return detail.refuse(at, CredentialTab.TOKENS, "tokens.unchanged", errors);
  }

  private static Selection<SecretHash> chosen(Form form) {
    return Selection.of(form, "token", SecretHash::parse);
  }

  private static Optional<OrganizationTokens.Overlap> overlap(PageRequest request) {
    String sent = request.form().value("overlap").orElse("");
    return Arrays.stream(OrganizationTokens.Overlap.values())
        .filter(known -> known.name().equals(sent))
        .findFirst();
  }
}
