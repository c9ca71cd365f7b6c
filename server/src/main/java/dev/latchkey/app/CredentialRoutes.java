package dev.latchkey.app;

import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.console.approval.ApprovalsPage;
import dev.latchkey.console.approval.OwnRequestsPage;
import dev.latchkey.console.call.CallList;
import dev.latchkey.console.credential.BulkCredentialsPage;
import dev.latchkey.console.credential.ClientSecretsPage;
import dev.latchkey.console.credential.CredentialActivity;
import dev.latchkey.console.credential.CredentialCallsPage;
import dev.latchkey.console.credential.CredentialDetail;
import dev.latchkey.console.credential.CredentialFacts;
import dev.latchkey.console.credential.CredentialListPage;
import dev.latchkey.console.credential.CredentialPage;
import dev.latchkey.console.credential.CredentialScope;
import dev.latchkey.console.credential.EndAccessPage;
import dev.latchkey.console.credential.EndChildTokenPage;
import dev.latchkey.console.credential.EnvFilePage;
import dev.latchkey.console.credential.LogoPage;
import dev.latchkey.console.credential.NewOrganizationCredentialPage;
import dev.latchkey.console.credential.NewPersonalCredentialPage;
import dev.latchkey.console.credential.NewSecrets;
import dev.latchkey.console.credential.OfferedCredentialPage;
import dev.latchkey.console.credential.OrganizationCredentials;
import dev.latchkey.console.credential.OrganizationTokensPage;
import dev.latchkey.console.credential.OwnCredentials;
import dev.latchkey.console.credential.PublicClientsPage;
import dev.latchkey.console.credential.Transfer;
import dev.latchkey.console.credential.TrialPage;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.operation.Usage;
import dev.latchkey.storage.people.Directory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The routes of the pages on which credentials are created, changed, transferred and deleted. */
final class CredentialRoutes {
  private final PageParts parts;
  private final PageGuard pageGuard;
  private final Catalogue catalogue;
  private final Directory directory;
  private final CredentialStores stores;
  private final Usage usage;
  private final NewSecrets secrets;
  private final CredentialActs acts;
  private final CallList calls;
  private final CredentialDetail detail;
  private final Function<Scopes, String> firstCall;

  /** {@code firstCall} gives the path of a call that a scope allows. */
  CredentialRoutes(
      PageParts parts, EffectiveAccess effectiveAccess, Function<Scopes, String> firstCall) {
    this.parts = parts;
    this.pageGuard = parts.pageGuard();
    this.catalogue = parts.settings().platform().catalogue();
    this.directory = parts.stores().users().directory();
    this.stores = parts.stores().credentials();
    this.usage = parts.stores().operation().usage();
    this.acts = parts.installation().credentialActs();
    this.secrets = new NewSecrets(parts.random());
    var activity = new CredentialActivity(parts.stores().operation());
    this.calls = CallList.on(parts.stores());
    this.detail =
        new CredentialDetail(
            stores, directory, catalogue, activity, calls, effectiveAccess, secrets, firstCall);
    this.firstCall = firstCall;
  }

  List<Route> routes() {
    var all = new ArrayList<Route>();
    all.add(new LogoPage(stores.logos()).route());
    all.addAll(personal());
    all.addAll(organizational());
    if (hasPublicApps()) {
      all.addAll(approvals());
    }
    return all;
  }

  private List<Route> approvals() {
    var page =
        new ApprovalsPage(
            new SectionGuard(Section.APPROVALS, directory),
            stores.clientPolicies(),
            stores.publicClientReview(),
            parts.installation().publicClientActs().decide(),
            parts.approvalMail(),
            catalogue);
    var all = new ArrayList<>(page.routes(pageGuard));
    all.addAll(new OwnRequestsPage(stores.clientRequests()).routes(pageGuard));
    return all;
  }

  private List<Route> personal() {
    var own = new OwnCredentials(acts.guard());
    var administration = parts.stores().users().administration();

    var all = new ArrayList<Route>();
    all.addAll(
        new NewPersonalCredentialPage(acts.createPersonal(), catalogue, secrets, firstCall)
            .routes(pageGuard));
    all.addAll(section(own));
    all.addAll(new TrialPage(own, acts.change(), parts.client(), parts.random()).routes(pageGuard));
    all.addAll(
        new OfferedCredentialPage(acts, stores, administration, catalogue).routes(pageGuard));
    all.addAll(
        new ClientSecretsPage(
                own, stores.secrets(), acts.addSecret(), acts.retireSecret(), detail, secrets)
            .routes(pageGuard));
    return all;
  }

  private List<Route> organizational() {
    var all = new ArrayList<Route>();
    for (Section section : List.of(Section.ORGANIZATION_SETTINGS, Section.TEAM_SETTINGS)) {
      var sectionGuard = new SectionGuard(section, directory);
      var managed = new OrganizationCredentials(sectionGuard, directory, acts.guard());
      all.addAll(
          new NewOrganizationCredentialPage(
                  managed,
                  acts.creationGuard(),
                  acts.createOrganizational(),
                  catalogue,
                  secrets,
                  firstCall)
              .routes(pageGuard));
      var list = new CredentialListPage(managed, stores, usage, parts.views(), hasPublicApps());
      if (hasPublicApps()) {
        all.addAll(
            new PublicClientsPage(
                    managed,
                    stores.clientPolicies(),
                    parts.installation().publicClientActs().changePolicy())
                .routes(pageGuard));
      }
      all.addAll(new BulkCredentialsPage(managed, list, acts.delete(), facts()).routes(pageGuard));
      all.addAll(section(managed));
      all.addAll(
          new OrganizationTokensPage(managed, stores.tokens(), acts, detail, secrets)
              .routes(pageGuard));
    }
    return all;
  }

  /** Whether the operator lets organizations use apps without a credential. */
  private boolean hasPublicApps() {
    return parts.settings().platform().publicClients().isOffered();
  }

  private CredentialFacts facts() {
    var administration = parts.stores().users().administration();
    return new CredentialFacts(stores.credentials(), administration, usage);
  }

  /** The list of a section's credentials, and the page of each credential. */
  private List<Route> section(CredentialScope section) {
    var credential = new CredentialPage(section, detail, acts, new Transfer(parts.post()));

    var all = new ArrayList<Route>();
    all.addAll(
        new CredentialListPage(section, stores, usage, parts.views(), hasPublicApps())
            .routes(pageGuard));
    all.addAll(credential.routes(pageGuard));
    var tokenActs = parts.installation().tokenActs();
    all.addAll(
        new EndAccessPage(section, stores.access(), directory, tokenActs.revokeTokens(), detail)
            .routes(pageGuard));
    all.addAll(
        new EndChildTokenPage(section, stores.childTokens(), tokenActs.endChildToken(), detail)
            .routes(pageGuard));
    all.addAll(new EnvFilePage(section).routes(pageGuard));
    all.addAll(new CredentialCallsPage(section, calls).routes(pageGuard));
    return all;
  }
}
