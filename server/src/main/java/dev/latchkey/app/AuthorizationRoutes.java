package dev.latchkey.app;

import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.outside.DocumentFetch;
import dev.latchkey.edge.outside.InsideTls;
import dev.latchkey.edge.outside.OutsideCalls;
import dev.latchkey.login.AppOrigin;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.protocol.authorize.AuthorizeEndpoint;
import dev.latchkey.protocol.authorize.ClientDocuments;
import dev.latchkey.protocol.authorize.ConnectedAppsPage;
import dev.latchkey.protocol.authorize.ConsentDetail;
import dev.latchkey.protocol.authorize.ConsentPage;
import dev.latchkey.protocol.authorize.DevicePage;
import dev.latchkey.protocol.authorize.NotAllowedPage;
import dev.latchkey.protocol.authorize.PendingRequests;
import dev.latchkey.protocol.authorize.PublicClientGuard;
import dev.latchkey.protocol.authorize.RegisteredClients;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Builds the routes for authorization requests, for the consent page, and for the list of apps that
 * a person has allowed.
 */
final class AuthorizationRoutes {
  private final PageParts parts;
  private final AuthorizeEndpoint authorize;
  private final ServerKeys keys;

  AuthorizationRoutes(
      PageParts parts,
      ServerKeys keys,
      Supplier<Resources> resources,
      RegisteredClients registered) {
    this.parts = parts;
    this.keys = keys;
    var limits = parts.limits();
    var pending = new PendingRequests(keys.requestSeal(), limits, parts.random());
    var credentials = parts.stores().credentials().credentials();
    var rules = parts.settings().platform().publicClients();
    var fetch =
        new DocumentFetch(
            new OutsideCalls(
                rules.insideHosts(), () -> InsideTls.trusting(rules.insideCertificate())));
    var documents = new ClientDocuments(fetch);
    var publicClients =
        new PublicClientGuard(
            rules,
            parts.stores().credentials(),
            new PublicClientGuard.Descriptions(documents, registered),
            parts.random());
    this.authorize =
        new AuthorizeEndpoint(credentials, publicClients, resources, pending, parts.pages());
  }

  /** Returns where the browser goes after a sign-in that an authorization request has started. */
  AppOrigin afterSignIn() {
    return authorize::destination;
  }

  List<Route> routes() {
    var settings = parts.settings();
    var stores = parts.stores();
    var consents = stores.grants().consents();
    var detail =
        new ConsentDetail(
            stores.credentials().credentials(),
            consents,
            stores.users().directory(),
            settings.platform().catalogue(),
            parts.limits());
    var device =
        new DevicePage(
            stores.credentials().credentials(),
            stores.grants().deviceRequests(),
            new DeviceFlow(parts.installation(), keys).codes(),
            detail,
            settings.rules().deviceFlow(),
            parts.random());
    var connected =
        new ConnectedAppsPage(
            stores.grants().activeGrants(),
            parts.installation().directoryActs().endAccess(),
            stores.credentials().childTokens(),
            parts.installation().tokenActs().endChildToken(),
            settings.platform().catalogue());

    var all = new ArrayList<Route>();
    all.addAll(authorize.routes(parts.pageGuard()));
    all.addAll(
        new ConsentPage(authorize, consents, detail, notAllowed(), parts.random())
            .routes(parts.pageGuard()));
    all.addAll(device.routes(parts.pageGuard()));
    all.addAll(connected.routes(parts.pageGuard()));
    return all;
  }

  private NotAllowedPage notAllowed() {
    return new NotAllowedPage(
        authorize,
        parts.installation().publicClientActs().request(),
        parts.stores().credentials().publicClientReview(),
        parts.stores().users().directory(),
        parts.approvalMail(),
        parts.settings().platform().catalogue());
  }
}
