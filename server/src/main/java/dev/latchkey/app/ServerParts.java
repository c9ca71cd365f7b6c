package dev.latchkey.app;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.app.config.Settings;
import dev.latchkey.console.asset.Assets;
import dev.latchkey.console.directory.HealthPage;
import dev.latchkey.console.page.Navigation;
import dev.latchkey.console.page.Pages;
import dev.latchkey.edge.gateway.CallLog;
import dev.latchkey.edge.health.Readiness;
import dev.latchkey.edge.http.ListedPeers;
import dev.latchkey.edge.http.Proxies;
import dev.latchkey.edge.metrics.Metrics;
import dev.latchkey.edge.metrics.RecentAnswers;
import dev.latchkey.edge.observe.Observer;
import dev.latchkey.edge.observe.RequestLog;
import dev.latchkey.login.factor.PasskeyChallenges;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.password.CommonPasswords;
import dev.latchkey.login.password.NewPasswords;
import dev.latchkey.mail.smtp.MailDelivery;
import dev.latchkey.mail.smtp.Outbox;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.usage.CallRecorder;
import dev.latchkey.usage.UsageBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** The parts of the server that exist once in a process, each made from those above it. */
final class ServerParts {
  final Installation installation;
  final ServerKeys keys;
  final RateLimits rates;
  final Supplier<Observer> observer;
  final Metrics metrics;
  final TokenChecks checks;
  final ClientProofs proofs;
  final RecentAnswers recentAnswers;
  final UsageBuffer usage;
  final CallRecorder calls;
  final Maintenance maintenance;
  final GatewayRoutes gateway;
  final NewPasswords newPasswords;
  final PasskeyCheck passkeyCheck;
  final Pages pages;
  final MailOutbox post;
  final HealthPage.Node node;
  final Readiness readiness;
  final Supplier<Proxies> proxies;
  final Supplier<Assets> assets;

  ServerParts(Installation installation) {
    this.installation = installation;
    var stores = installation.stores();
    LiveSettings live = installation.live();
    this.keys = ServerKeys.of(installation);
    this.rates = RateLimits.of(installation);
    this.proxies =
        live.derive(
            to -> to.peers().trustedProxies(), peers -> new Proxies(new ListedPeers(peers)));
    this.observer =
        live.derive(
            to -> to.recording().requests(),
            wanted -> new Observer(wanted, proxies, Build.read().version(), installation.clock()),
            Observer::close);
    this.metrics = new Metrics(live.get().listening().metrics().isPresent());
    this.proofs = new ClientProofs(installation.database(), installation.limits());
    this.recentAnswers = new RecentAnswers(metrics);
    this.usage = new UsageBuffer(stores.operation().usage());
    this.checks =
        new TokenChecks(
            installation.database(), installation.limits(), metrics::lookedUp, usage::useGrant);
    this.calls =
        new CallRecorder(
            stores.operation().calls(), () -> installation.settings().recording().calls());
    this.maintenance = new Maintenance(usage, calls);
    this.gateway = new GatewayRoutes(installation, keys, rates, metrics, callLog());
    var rule = new PasswordRule(CommonPasswords.all());
    this.newPasswords = new NewPasswords(rule, installation.passwords());
    this.passkeyCheck =
        new PasskeyCheck(
            new PasskeyChallenges(keys.challengeSeal(), installation.random()),
            stores.signIn().passkeys(),
            rates.passkeyAnswers());
    this.pages =
        new Pages(
            stores.users().directory()::find,
            () -> installation.settings().brand(),
            () -> approvals(installation));
    this.assets = live.derive(Settings::brand, Assets::new);
    this.post = new MailOutbox(live, delivery -> outbox(installation, delivery));
    this.node = new HealthPage.Node(Build.read().version(), installation.clock().instant());
    this.readiness = new Readiness(stores.operation().health(), keys::isFileReadable);
  }

  private CallLog callLog() {
    return new CallLog(
        usage,
        installation.stores().operation().refusedCalls(),
        rates.refusedCalls(),
        requestLog(),
        () -> installation.settings().platform().routes());
  }

  RequestLog requestLog() {
    return new RequestLog(
        calls,
        calls::acceptUnowned,
        () -> installation.settings().recording().calls().isOn(),
        installation.clock());
  }

  private static Navigation.Approvals approvals(Installation installation) {
    var review = installation.stores().credentials().publicClientReview();
    return installation.settings().platform().publicClients().isOffered()
        ? new Navigation.Approvals(Optional.of(review::waiting))
        : Navigation.Approvals.NONE;
  }

  private static Outbox outbox(Installation installation, Supplier<MailDelivery> delivery) {
    return new Outbox(
        new Outbox.Store(installation.stores().operation().waitingMails(), installation.mailSeal()),
        delivery,
        Outbox.RETRY_DELAYS,
        installation::now);
  }
}
