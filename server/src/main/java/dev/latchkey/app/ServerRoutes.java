package dev.latchkey.app;

import dev.latchkey.audit.AuditPage;
import dev.latchkey.console.asset.Assets;
import dev.latchkey.console.call.CallList;
import dev.latchkey.console.call.CallSettingsPage;
import dev.latchkey.console.call.CallsPage;
import dev.latchkey.console.call.OwnCallsPage;
import dev.latchkey.console.call.RouteCallsPage;
import dev.latchkey.console.home.PlatformPart;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Preferences;
import dev.latchkey.console.page.ProblemPages;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.health.HealthEndpoint;
import dev.latchkey.edge.http.Hosts;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.RefusalPages;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.login.PasswordAgain;
import dev.latchkey.login.password.PasswordCheck;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.protocol.authorize.RegisteredClients;
import dev.latchkey.protocol.authorize.RegistrationEndpoint;
import dev.latchkey.protocol.discovery.MetadataEndpoint;
import dev.latchkey.protocol.revoke.LeakEndpoint;
import dev.latchkey.protocol.token.ClientNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** All routes of the server, and of the one for monitoring. */
record ServerRoutes(ServerParts parts) {
  Routes ofMonitoring(ListenAt where) {
    var all = new ArrayList<>(new HealthEndpoint(parts.readiness).routes());
    all.add(parts.metrics.route(where.host().equals(ListenAt.LOOPBACK)));
    return new Routes(
        all,
        RequestChecks.none(parts.installation.clock()),
        parts.installation.clock(),
        (refusal, language, address) -> refusal.json(),
        ResponseListener.NONE);
  }

  Routes all(Function<PageGuard, List<Route>> more) {
    PageGuard pageGuard = pageGuard();
    var refusalPages = new ProblemPages(parts.pages, pageGuard);
    List<Route> ofPrograms = programRoutes();
    var client = new InternalClient(routes(ofPrograms, refusalPages));

    var all = new ArrayList<Route>();
    all.addAll(ofPrograms);
    all.addAll(pageRoutes(pageGuard, client));
    all.addAll(more.apply(pageGuard));
    return routes(all, refusalPages);
  }

  private Routes routes(List<Route> all, RefusalPages refusalPages) {
    return new Routes(
        all,
        new RequestChecks(
            hosts(), parts.proxies, parts.rates.addresses(), parts.observer.get().correlations()),
        parts.installation.clock(),
        refusalPages,
        parts.observer.get().isTiming() ? parts.metrics.and(parts.observer.get()) : parts.metrics);
  }

  private PageGuard pageGuard() {
    var stores = parts.installation.stores().signIn();
    var check = new PasswordCheck(stores.sessions(), parts.installation.passwords());
    var again =
        new PasswordAgain(
            stores,
            check,
            parts.passkeyCheck,
            parts.installation.limits(),
            parts.installation.random());
    return new PageGuard(stores.sessions(), again, parts.pages, parts.installation.random());
  }

  private List<Route> programRoutes() {
    var limits = parts.installation.limits();
    var settings = parts.installation.settings();
    var metadata =
        new MetadataEndpoint(
            parts.gateway::resources,
            settings.platform().publicClients(),
            settings.rules().deviceFlow(),
            limits);

    var all = new ArrayList<Route>();
    all.addAll(
        new TokenRoutes(
                parts.installation,
                parts.keys,
                parts.rates,
                parts.gateway::resources,
                parts.checks,
                parts.proofs,
                parts.usage,
                new ClientNotes(parts.requestLog()))
            .routes());
    all.addAll(
        new LeakEndpoint(
                parts.installation.stores().grants().leakedSecrets(),
                new MailInEveryLanguage(parts.post.mailer()),
                parts.rates.leaks())
            .routes());
    all.addAll(metadata.routes());
    all.addAll(new HealthEndpoint(parts.readiness).routes());
    if (settings.platform().publicClients().registration()) {
      all.addAll(new RegistrationEndpoint(registered()).routes());
    }
    all.addAll(parts.gateway.routes(parts.checks, parts.proofs));
    if (settings.platform().hasManagementApi()) {
      all.addAll(
          new ManagementRoutes(parts.installation, parts.gateway, parts.checks, parts.post.mailer())
              .routes());
    }
    return all;
  }

  private RegisteredClients registered() {
    return new RegisteredClients(parts.keys.registrationSeal());
  }

  private List<Route> pageRoutes(PageGuard pageGuard, InternalClient client) {
    var forPages =
        new PageParts(parts.installation, pageGuard, parts.pages, parts.post.mailer(), client);
    var authorization =
        new AuthorizationRoutes(forPages, parts.keys, parts.gateway::resources, registered());
    var signIn =
        new SignInRoutes(
            forPages,
            parts.newPasswords,
            parts.passkeyCheck,
            parts.keys.secondFactorSeal(),
            parts.rates);
    var directory = parts.installation.stores().users().directory();
    var auditRecords = parts.installation.stores().operation().auditRecords();
    var running = new PlatformPart.Node(parts.node.startedAt(), parts.recentAnswers::minutes);
    var audit =
        new AuditPage(
            new SectionGuard(Section.AUDIT, directory),
            new SectionGuard(Section.PLATFORM_HOME, directory),
            auditRecords,
            parts.installation.stores().operation().auditSeals(),
            directory);
    var callSection = new SectionGuard(Section.CALLS, directory);
    var calls =
        new CallsPage(
            callSection,
            CallList.on(parts.installation.stores()),
            new CallSettingsPage(callSection, parts.installation.changeRequestLog()));

    var effectiveAccess = parts.installation.effectiveAccess(parts.gateway::table);

    var all = new ArrayList<Route>();
    all.addAll(authorization.routes());
    all.addAll(signIn.routes(authorization.afterSignIn()));
    all.addAll(new HomeRoutes(forPages).routes(running));
    all.addAll(
        new CredentialRoutes(forPages, effectiveAccess, parts.gateway.firstCall()::path).routes());
    all.addAll(
        new DirectoryRoutes(forPages, effectiveAccess).routes(parts.newPasswords, parts.node));
    all.addAll(audit.routes(pageGuard));
    all.addAll(calls.routes(pageGuard));
    all.addAll(
        new RouteCallsPage(
                new SectionGuard(Section.PLATFORM_ROUTES, directory),
                parts.installation.stores().operation().calls().routes(),
                () -> parts.installation.settings().platform().routes(),
                directory)
            .routes(pageGuard));
    all.addAll(new OwnCallsPage(CallList.on(parts.installation.stores())).routes(pageGuard));
    all.addAll(parts.gateway.reference(pageGuard, client));
    all.addAll(new Preferences(all).routes(pageGuard));
    all.add(Assets.route(parts.assets));
    return all;
  }

  Hosts hosts() {
    var settings = parts.installation.settings().listening();
    return new Hosts(settings.baseUrl(), settings.at().tls().isPresent());
  }
}
