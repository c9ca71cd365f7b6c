package dev.latchkey.app;

import dev.latchkey.alert.AlertActs;
import dev.latchkey.api.ApiDescription;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.MeApi;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.RightsApi;
import dev.latchkey.api.RoutesApi;
import dev.latchkey.api.access.AccessApi;
import dev.latchkey.audit.AuditApi;
import dev.latchkey.console.alert.AlertsApi;
import dev.latchkey.console.approval.ApprovalMail;
import dev.latchkey.console.approval.ApprovalsApi;
import dev.latchkey.console.call.CallsApi;
import dev.latchkey.console.call.RouteCallsApi;
import dev.latchkey.console.credential.CredentialsApi;
import dev.latchkey.console.credential.IssuedTokensApi;
import dev.latchkey.console.credential.LogoApi;
import dev.latchkey.console.credential.ManagedCredentials;
import dev.latchkey.console.credential.SecretsApi;
import dev.latchkey.console.credential.TokensApi;
import dev.latchkey.console.credential.Transfer;
import dev.latchkey.console.credential.TransferApi;
import dev.latchkey.console.directory.GrantsApi;
import dev.latchkey.console.directory.InvitationsApi;
import dev.latchkey.console.directory.LinkDelivery;
import dev.latchkey.console.directory.OrganizationsApi;
import dev.latchkey.console.directory.PersonAccessApi;
import dev.latchkey.console.directory.PersonApiGuard;
import dev.latchkey.console.directory.TeamsApi;
import dev.latchkey.console.directory.UsersApi;
import dev.latchkey.console.page.Notice;
import dev.latchkey.console.review.ReviewsApi;
import dev.latchkey.console.webhook.DeliveriesApi;
import dev.latchkey.console.webhook.WebhooksApi;
import dev.latchkey.edge.http.Route;
import dev.latchkey.mail.Mailer;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.checks.TokenChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the routes of the management API, for an operator who has turned it on. */
final class ManagementRoutes {
  private final Installation installation;
  private final GatewayRoutes gateway;
  private final Optional<Mailer> post;
  private final ApiGuard guard;
  private final DirectoryActs acts;
  private final OrganizationApiGuard organizationGuard;

  ManagementRoutes(
      Installation installation, GatewayRoutes gateway, TokenChecks checks, Optional<Mailer> post) {
    this.installation = installation;
    this.gateway = gateway;
    this.post = post;
    var users = installation.stores().users();
    this.guard =
        new ApiGuard(checks, users.administration(), gateway.callRates(), gateway.callLog());
    this.acts = installation.directoryActs();
    this.organizationGuard = new OrganizationApiGuard(acts.organizationGuard());
  }

  List<Route> routes() {
    var records = installation.stores().operation().auditRecords();

    var all = new ArrayList<Route>();
    all.addAll(new MeApi(installation.stores().users().directory()).routes(guard));
    all.addAll(directory());
    all.addAll(access());
    all.addAll(
        new AccessApi(
                acts.personGuard(),
                installation.credentialActs().guard(),
                installation.effectiveAccess(gateway::table))
            .routes(guard));
    all.addAll(credentials());
    all.addAll(
        new AuditApi(organizationGuard, records, installation.stores().operation().auditSeals())
            .routes(guard));
    all.addAll(
        new CallsApi(
                organizationGuard,
                installation.stores().operation().calls(),
                installation.changeRequestLog())
            .routes(guard));
    all.addAll(
        new RouteCallsApi(
                acts.organizationGuard(), installation.stores().operation().calls().routes())
            .routes(guard));
    all.addAll(alerts());
    all.addAll(new ReviewsApi(organizationGuard, installation.reviewActs()).routes(guard));
    all.addAll(webhooks());
    all.addAll(new RightsApi().routes(guard));
    all.addAll(new RoutesApi(gateway::table).routes(guard));
    all.addAll(ApiDescription.routes());
    return all;
  }

  private List<Route> directory() {
    var stores = installation.stores().users();
    var directory = stores.directory();
    var people = people();
    var grants = installation.stores().grants().activeGrants();
    var delivery = new LinkDelivery(stores.links(), directory, post);

    var all = new ArrayList<Route>();
    all.addAll(
        new UsersApi(
                organizationGuard,
                people,
                directory,
                stores.lists(),
                acts.changePerson(),
                acts.disablePerson(),
                acts.enablePerson())
            .routes(guard));
    all.addAll(
        new InvitationsApi(
                organizationGuard,
                directory,
                acts.invitePerson(),
                acts.createPasswordLink(),
                delivery)
            .routes(guard));
    all.addAll(new GrantsApi(people, grants, acts.endAccess()).routes(guard));
    all.addAll(
        new OrganizationsApi(
                organizationGuard,
                stores.organizations(),
                acts.createOrganization(),
                acts.renameOrganization())
            .routes(guard));
    all.addAll(
        new TeamsApi(
                organizationGuard,
                acts.teamGuard(),
                stores.teams(),
                acts.createTeam(),
                acts.renameTeam())
            .routes(guard));
    return all;
  }

  private List<Route> alerts() {
    AlertActs alertActs = installation.alertActs();
    return new AlertsApi(
            alertActs.guard(),
            alertActs.list(),
            alertActs.rules(),
            alertActs.close(),
            alertActs.mute(),
            alertActs.changeRule())
        .routes(guard);
  }

  private List<Route> webhooks() {
    var operation = installation.stores().operation();
    var webhookActs = installation.webhookActs();
    var all = new ArrayList<Route>();
    all.addAll(
        new WebhooksApi(
                operation.webhooks(),
                webhookActs.guard(),
                webhookActs.create(),
                webhookActs.change(),
                webhookActs.rotateSecret(),
                webhookActs.enable(),
                webhookActs.disable(),
                webhookActs.delete())
            .routes(guard));
    all.addAll(
        new DeliveriesApi(
                webhookActs.guard(),
                operation.deliveryLog(),
                webhookActs.sendTest(),
                webhookActs.replay())
            .routes(guard));
    return all;
  }

  private PersonApiGuard people() {
    return new PersonApiGuard(acts.personGuard());
  }

  private List<Route> access() {
    var signIn = installation.stores().signIn();
    var access =
        new PersonAccessApi(
            people(),
            signIn.account(),
            acts.endAccess(),
            acts.removeSecondFactor(),
            new Notice(post));
    return access.routes(guard);
  }

  private List<Route> credentials() {
    var stores = installation.stores().credentials();
    var acts = installation.credentialActs();
    var managed = new ManagedCredentials(acts.guard());

    var all = new ArrayList<Route>();
    all.addAll(
        new CredentialsApi(
                organizationGuard,
                managed,
                stores.credentials(),
                stores.lists(),
                acts.change(),
                acts.delete())
            .routes(guard));
    all.addAll(
        new LogoApi(managed, stores.credentials(), stores.logos(), acts.changeLogo())
            .routes(guard));
    all.addAll(new SecretsApi(managed, stores.secrets(), acts).routes(guard));
    all.addAll(new TransferApi(acts, new Transfer(post)).routes(guard));
    all.addAll(
        new ApprovalsApi(
                organizationGuard,
                stores.clientPolicies(),
                stores.publicClientReview(),
                installation.publicClientActs().decide(),
                new ApprovalMail(post, installation.stores().users().administrators()))
            .routes(guard));
    var tokenActs = installation.tokenActs();
    all.addAll(
        new TokensApi(managed, stores.tokens(), acts.revokeToken(), tokenActs.revokeTokens())
            .routes(guard));
    var issued = installation.stores().grants().issuedTokens();
    all.addAll(
        new IssuedTokensApi(issued, stores.tokens(), acts.revokeToken(), tokenActs).routes(guard));
    return all;
  }
}
