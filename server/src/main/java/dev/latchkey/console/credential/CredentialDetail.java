package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.console.call.CallList;
import dev.latchkey.console.page.EditConflict;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.Tab;
import dev.latchkey.console.program.Snippet;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.credential.Outstanding;
import dev.latchkey.storage.grants.ActiveChildTokens;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows a tab of one credential, also as the answer to any of its forms that was refused. {@code
 * firstCall} gives the path of a call that a scope allows.
 */
public record CredentialDetail(
    CredentialStores stores,
    Directory directory,
    Catalogue catalogue,
    CredentialActivity activity,
    CallList calls,
    EffectiveAccess effectiveAccess,
    NewSecrets secrets,
    Function<Scopes, String> firstCall) {
  /**
   * What every tab of a credential shows. {@code href}: the address of the credential, below which
   * its forms are sent. {@code baseUrl}: the address of this server.
   */
  public record View(
      Credential credential,
      Management management,
      List<Tab> tabs,
      String href,
      String baseUrl,
      FormErrors errors) {}

  /**
   * Where a credential is managed. {@code owner} is the name of its owner, or of the person who
   * created it if it is an organization credential. {@code state}: whether a token of it can be
   * used.
   */
  public record Management(
      Section section,
      Organization organization,
      String team,
      String owner,
      CredentialLists.Search.State state) {

    /** The list to which the credential belongs. */
    public String list() {
      return section == Section.MY_ACCOUNT
          ? section.path()
          : section.path() + "?organization=" + organization.id().value();
    }
  }

  /**
   * The tab of the settings. {@code outstanding}: what would stop working if the credential were
   * deleted. {@code isChangeable}: whether its settings can be changed in this section. {@code
   * outside}: the address of the person, if the credential cannot be used from there.
   */
  public record Settings(
      SettingsForms forms,
      Transfer.Form transfer,
      Outstanding outstanding,
      boolean isChangeable,
      Optional<String> outside) {}

  /** The part of the page about client secrets. */
  public record SecretsForm(String formId, List<ClientSecrets.View> live) {
    public boolean hasRoom() {
      return live.size() < Credential.Personal.MAX_SECRETS;
    }

    public boolean isLast() {
      return live.size() == 1;
    }
  }

  /** The part of the page about the tokens of an organization credential. */
  public record TokensForm(
      String formId,
      Table<OrganizationTokens.Live, OrganizationTokens.Column> table,
      ActiveChildTokens.Newest children) {
    public List<OrganizationTokens.Overlap> overlaps() {
      return List.of(OrganizationTokens.Overlap.values());
    }
  }

  Response show(CredentialRequest<? extends Credential> at, CredentialTab tab) {
    Page page = RedirectNotice.page(at.request());
    return answer(at, tab, page, FormErrors.NONE);
  }

  /**
   * Shows why nothing was done, with the credential as it is stored and not as it was entered.
   * Otherwise the person could send the entered values again, and overwrite without having seen it
   * what someone else has changed.
   */
  Response refuse(
      CredentialRequest<? extends Credential> at,
      CredentialTab tab,
      String problem,
      FormErrors errors) {
    Page page = at.request().page().withProblem(problem);
    return answer(at, tab, page, errors);
  }

  /** Shows a section of the settings as it was entered, and what is wrong with it. */
  Response showFlaws(
      CredentialRequest<? extends Credential> at,
      SettingsPart part,
      WantedCredential entered,
      FormErrors errors) {
    SettingsForms forms = forms(at, entered, errors).sent(part, "credential.flawed");
    return answer(at, CredentialTab.SETTINGS, at.request().page(), forms);
  }

  /** Shows a section as it was entered, beside what someone else has saved in it. */
  Response showConflict(
      CredentialRequest<? extends Credential> at, SettingsPart part, WantedCredential entered) {
    SettingsForms forms = forms(at, entered, FormErrors.of(409));
    var conflict =
        new EditConflict(
            activity.lastChange(at),
            CredentialFields.differences(at.request().page(), forms.stored(), entered));
    return answer(at, CredentialTab.SETTINGS, at.request().page(), forms.sent(part, conflict));
  }

  private SettingsForms forms(
      CredentialRequest<? extends Credential> at, WantedCredential entered, FormErrors errors) {
    Credential credential = at.credential();
    return new SettingsForms(
        SettingsPart.of(credential),
        WantedCredential.of(credential),
        CredentialFields.of(entered, catalogue, credential.scope(), errors),
        Optional.empty());
  }

  private Response answer(
      CredentialRequest<? extends Credential> at, CredentialTab tab, Page page, FormErrors errors) {
    return answer(at, tab, page, forms(at, WantedCredential.of(at.credential()), errors));
  }

  private Response answer(
      CredentialRequest<? extends Credential> at,
      CredentialTab tab,
      Page page,
      SettingsForms forms) {
    FormErrors errors = forms.fields().errors();
    View view = view(at, tab, errors);
    Page shown = scripted(page, tab).about(view.management().organization());
    return shown.show(
        errors.status(),
        switch (tab) {
          case OVERVIEW ->
              TEMPLATES.credentialOverview(shown, view, activity.overview(at), snippets(at));
          case CALLS ->
              TEMPLATES.credentialCalls(shown, view, calls.view(CredentialCallsPage.asked(at)));
          case SCOPES -> TEMPLATES.credentialScopes(shown, view, activity.scopes(at));
          case SECRETS -> TEMPLATES.credentialSecretsTab(shown, view, clientSecrets(at));
          case TOKENS -> TEMPLATES.credentialTokensTab(shown, view, tokens(at, shown));
          case ACCESS ->
              TEMPLATES.credentialAccess(shown, view, access(at, shown), childTokens(at));
          case REACH ->
              TEMPLATES.credentialEffective(
                  shown, view, effectiveAccess.of(at.credential(), at.moment()));
          case ACTIVITY -> TEMPLATES.credentialActivity(shown, view, activity.history(at));
          case SETTINGS -> TEMPLATES.credentialSettings(shown, view, settings(at, forms));
        });
  }

  private static Page scripted(Page page, CredentialTab tab) {
    return switch (tab) {
      case SETTINGS -> page.withScript(ScopeTable.SCRIPT);
      case CALLS -> page.withScript(Page.LOCAL_TIME).withScript(Page.FOLLOW);
      case OVERVIEW, SCOPES, SECRETS, TOKENS, ACCESS, REACH, ACTIVITY -> page;
    };
  }

  /** Programs need the secret of a personal credential, and only its owner can have it. */
  private List<Snippet> snippets(CredentialRequest<? extends Credential> at) {
    boolean isUsable =
        at.section() instanceof OwnCredentials
            || at.credential() instanceof Credential.Organizational;
    return isUsable ? Snippet.of(at.credential(), at.request().baseUrl(), firstCall) : List.of();
  }

  private View view(
      CredentialRequest<? extends Credential> at, CredentialTab current, FormErrors errors) {
    List<Tab> tabs =
        CredentialTab.of(at.credential(), at.section()).stream()
            .map(tab -> new Tab("tab." + tab, at.href(tab), tab == current))
            .toList();
    return new View(
        at.credential(), management(at), tabs, at.href(), at.request().baseUrl(), errors);
  }

  private Settings settings(CredentialRequest<? extends Credential> at, SettingsForms forms) {
    return new Settings(
        forms,
        transfer(at),
        stores.credentials().outstanding(at.credential(), at.moment()),
        at.section().changeable().isInstance(at.credential()),
        Optional.of(at.moment().address())
            .filter(address -> !at.credential().networks().allow(address)));
  }

  private Management management(CredentialRequest<? extends Credential> at) {
    Credential credential = at.credential();
    CredentialLists.Listed listed =
        stores.lists().find(credential.clientId(), at.request().moment().at()).orElseThrow();
    return new Management(
        at.section().section(),
        directory.find(credential.organization()).orElseThrow(),
        team(credential),
        listed.owner().name(),
        listed.state());
  }

  /**
   * The name of the team to which the credential is limited; empty if it is not limited to a team.
   */
  private String team(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> "";
      case Credential.Organizational machine ->
          machine.reach().team().flatMap(directory::find).map(Team::name).orElse("");
    };
  }

  private SecretsForm clientSecrets(CredentialRequest<? extends Credential> at) {
    return new SecretsForm(secrets.formId(), stores.secrets().of(at.credential().clientId()));
  }

  private TokensForm tokens(CredentialRequest<? extends Credential> at, Page page) {
    TableQuery<OrganizationTokens.Column> query =
        TableQuery.of(
            at.href(CredentialTab.TOKENS),
            at.request().query(),
            OrganizationTokens.Column.values());
    var search = new OrganizationTokens.Search(new SearchText(query.search()), query.page());
    TableRows<OrganizationTokens.Live> found =
        stores.tokens().find(at.credential().clientId(), search, at.moment());
    return new TokensForm(secrets.formId(), Table.searched(query, found, page), childTokens(at));
  }

  private ActiveChildTokens.Newest childTokens(CredentialRequest<? extends Credential> at) {
    var whose = new ActiveChildTokens.Whose.OfCredential(at.credential());
    return stores.childTokens().of(whose, at.moment());
  }

  private Table<CredentialAccess.Listed, CredentialAccess.Column> access(
      CredentialRequest<? extends Credential> at, Page page) {
    TableQuery<CredentialAccess.Column> query =
        TableQuery.of(
            at.href(CredentialTab.ACCESS), at.request().query(), CredentialAccess.Column.values());
    var search =
        new CredentialAccess.Search(
            at.credential().clientId(), new SearchText(query.search()), query.page());
    TableRows<CredentialAccess.Listed> found = stores.access().find(search, at.moment());
    var sorted =
        new TableQuery<>(query.path(), query.filters(), search.page(found.reach().hasMore()));
    return Table.searched(sorted, found, page);
  }

  private Transfer.Form transfer(CredentialRequest<? extends Credential> at) {
    return new Transfer.Form(
        Transfer.email(at.request()),
        stores
            .offers()
            .of(at.credential().clientId(), at.moment())
            .map(offer -> Transfer.Waiting.of(offer, directory)));
  }
}
