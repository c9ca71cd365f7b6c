package dev.latchkey.app;

import dev.latchkey.alert.watch.AlertMail;
import dev.latchkey.alert.watch.AlertWatch;
import dev.latchkey.alert.watch.DeprecatedCalls;
import dev.latchkey.alert.watch.EntryFacts;
import dev.latchkey.alert.watch.OpenAlerts;
import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.app.config.Settings;
import dev.latchkey.audit.SyslogCopy;
import dev.latchkey.audit.SyslogExport;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.edge.gateway.Identity;
import dev.latchkey.edge.gateway.Keyring;
import dev.latchkey.edge.http.CatchUp;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.OpenFiles;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.edge.metrics.RecentAnswers;
import dev.latchkey.event.EventPayload;
import dev.latchkey.event.send.DisabledMail;
import dev.latchkey.event.send.MessageCall;
import dev.latchkey.event.send.WebhookSender;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.review.ReviewDuties;
import dev.latchkey.storage.alert.AlertEntries;
import dev.latchkey.storage.alert.AlertReaders;
import dev.latchkey.storage.alert.Alerts;
import dev.latchkey.storage.alert.CallFacts;
import dev.latchkey.storage.alert.LastingFacts;
import dev.latchkey.storage.credential.CredentialNetworks;
import dev.latchkey.storage.database.Database;
import dev.latchkey.usage.CallRecorder;
import dev.latchkey.usage.UsageBuffer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The server on an {@link Installation}: starts it and what it does by itself, and ends both. Its
 * parts are in {@link ServerParts}, its routes in {@link ServerRoutes}. Nothing that it builds
 * refers back to it.
 *
 * <p>Ordinary calls connect the parts. A container that connects them by annotations would hide
 * what is written here. A request that may wait for the store runs on a virtual thread, so its code
 * can block and no pool of threads has to be tuned.
 */
public final class Wiring implements AutoCloseable {
  private final ServerParts parts;
  private final ServerRoutes routes;

  /** Takes over the installation: {@link #close} closes it too. */
  public Wiring(Installation installation) {
    this.parts = new ServerParts(installation);
    this.routes = new ServerRoutes(parts);
  }

  public Routes routes(Function<PageGuard, List<Route>> more) {
    return routes.all(more);
  }

  /** Starts to listen. {@code more} gives the routes that a caller adds to the product's own. */
  public Server serve(Function<PageGuard, List<Route>> more) {
    LiveSettings live = parts.installation.live();
    Supplier<Server.Service> service =
        live.derive(settings -> settings, settings -> service(settings, routes.all(more)));
    parts.keys.open();
    parts.maintenance.begin(parts.installation, parts.keys, parts.rates);
    parts.maintenance.watchAnswers(parts.recentAnswers, parts.installation.clock());
    copyAudit();
    parts.maintenance.enforce(
        () ->
            new TokenPolicy(
                parts.installation.stores().credentials().policies(),
                new MailInEveryLanguage(parts.post.mailer())),
        parts.installation);
    Server server = start(live.get().listening().at(), service);
    live.afterChange(server::renewCertificate);
    sendEvents(server);
    parts.maintenance.alert(alertWatch(() -> baseUrl(server.port())));
    parts.maintenance.review(
        new ReviewDuties(
            parts.installation.reviewActs(),
            parts.installation.stores().users().directory(),
            parts.installation.stores().users().administrators(),
            parts.post::mailer,
            () -> baseUrl(server.port())),
        parts.installation,
        parts.keys);
    new Monitoring(parts.metrics, parts.calls, parts.maintenance::backlog)
        .begin(parts.installation, parts.checks, server.traffic(), parts.observer);
    parts.maintenance.watchCertificate(server);
    return server;
  }

  private Server start(ListenAt where, Supplier<Server.Service> service) {
    Server server = Server.start(where, service.get());
    parts.installation.live().afterChange(() -> server.serve(service.get()));
    return server;
  }

  private Server.Service service(Settings settings, Routes routes) {
    return new Server.Service(
        routes,
        parts.installation.database()::whenCaughtUp,
        settings.connections().timeouts(),
        OpenFiles.fit(settings.connections().limits(), OpenFiles.available()));
  }

  private void sendEvents(Server server) {
    Installation installation = parts.installation;
    var stores = installation.stores();
    var operation = stores.operation();
    parts.maintenance.send(
        new WebhookSender(
            new WebhookSender.Stores(
                operation.eventOutbox(), operation.deliveries(), operation.webhooks()),
            new EventPayload(installation.random()),
            new MessageCall(installation::webhookCalls, installation.webhookSeal()),
            new DisabledMail(
                parts.post::mailer,
                stores.users().directory(),
                stores.users().administrators(),
                () -> baseUrl(server.port())),
            installation::now));
  }

  private AlertWatch alertWatch(Supplier<String> baseUrl) {
    Installation installation = parts.installation;
    var stores = installation.stores();
    Database database = installation.database();
    Alerts alerts = installation.alerts();
    var readers =
        new AlertReaders(
            database, stores.users().administrators(), stores.users().directory()::find);
    return new AlertWatch(
        new AlertWatch.Facts(
            new AlertEntries(database, stores.operation().auditExport(), alerts),
            new EntryFacts(stores.credentials().credentials()),
            new CallFacts(database, new CredentialNetworks(database)),
            new LastingFacts(database, alerts),
            new DeprecatedCalls(
                () -> installation.settings().platform().routes(),
                stores.credentials().credentials())),
        new OpenAlerts(
            alerts,
            new AlertMail(parts.post::mailer, readers, this::isMailed, baseUrl, installation::now),
            installation::now));
  }

  /** The operator may have asked for another mail about tokens that end. */
  private boolean isMailed(AlertKind kind) {
    return kind.isMailed()
        && (kind != AlertKind.TOKEN_ENDING || parts.installation.limits().expiryNotice().isEmpty());
  }

  private void copyAudit() {
    LiveSettings live = parts.installation.live();
    var entries = parts.installation.stores().operation().auditExport();
    var copy =
        new SyslogCopy(
            () -> live.get().recording().syslog(),
            server -> new SyslogExport(entries, server, live.get().store().data(), hostName()));
    parts.maintenance.copy(copy);
    live.afterChange(copy::begin);
  }

  /** The name of this machine, or its address if it has none. */
  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
  }

  /** Starts the server for monitoring, if the operator has configured a port for it. */
  public Optional<Server> serveMetrics() {
    LiveSettings live = parts.installation.live();
    return live.get()
        .listening()
        .metrics()
        .map(where ->
            start(
                where,
                live.derive(
                    to -> to.connections().timeouts(),
                    timeouts ->
                        new Server.Service(
                            routes.ofMonitoring(where),
                            CatchUp.NOT_NEEDED,
                            timeouts,
                            ConnectionLimits.DEFAULT))));
  }

  /** From now on the process says that it is not ready. */
  public void drain() {
    parts.readiness.drain();
  }

  /** The published address of a server that listens on this port. */
  public String baseUrl(int port) {
    return routes.hosts().baseUrl(port);
  }

  public Pages pages() {
    return parts.pages;
  }

  public UsageBuffer usage() {
    return parts.usage;
  }

  public CallRecorder calls() {
    return parts.calls;
  }

  public RecentAnswers recentAnswers() {
    return parts.recentAnswers;
  }

  public Keyring keyring() {
    return parts.keys.ring();
  }

  public Identity identity() {
    return parts.gateway.identity();
  }

  @Override
  public void close() {
    parts.post.close();
    parts.maintenance.close();
    parts.observer.get().close();
    parts.installation.close();
  }
}
