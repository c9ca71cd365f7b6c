package dev.latchkey.app;

import dev.latchkey.app.config.Platform;
import dev.latchkey.app.config.Settings;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.reference.Reference;
import dev.latchkey.console.reference.ReferenceCallPage;
import dev.latchkey.console.reference.ReferencePage;
import dev.latchkey.edge.gateway.Admission;
import dev.latchkey.edge.gateway.CallLog;
import dev.latchkey.edge.gateway.CallRates;
import dev.latchkey.edge.gateway.CheckEndpoint;
import dev.latchkey.edge.gateway.FirstCall;
import dev.latchkey.edge.gateway.Forwarding;
import dev.latchkey.edge.gateway.Identity;
import dev.latchkey.edge.gateway.KeySetEndpoint;
import dev.latchkey.edge.gateway.KnownGateways;
import dev.latchkey.edge.gateway.OpenInterface;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.builtin.DirectoryCalls;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.ListedPeers;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.metrics.Metrics;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.checks.TokenChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Builds the routes of the open interface: who may make a call, which service answers it, and how
 * that service learns the caller's identity.
 */
final class GatewayRoutes {
  private final Installation installation;
  private final ServerKeys keys;
  private final RateLimits rates;
  private final CallLog log;
  private final Supplier<RouteTable> table;
  private final Supplier<Reference> reference;
  private final Supplier<ListedPeers> peers;
  private final Identity identity;
  private final Forwarding forwarding;

  GatewayRoutes(
      Installation installation, ServerKeys keys, RateLimits rates, Metrics metrics, CallLog log) {
    this.installation = installation;
    this.keys = keys;
    this.rates = rates;
    this.log = log;
    this.table = () -> installation.settings().platform().routes();
    this.reference = installation.live().derive(Settings::platform, GatewayRoutes::reference);
    this.peers = installation.live().derive(to -> to.peers().gateways(), ListedPeers::new);
    this.identity = new Identity(keys.ring(), installation.random());
    this.forwarding = new Forwarding(identity, metrics);
  }

  List<Route> routes(TokenChecks checks, ClientProofs proofs) {
    var stores = installation.stores();
    var users = stores.users();
    var directory =
        new DirectoryCalls(users.readable(), users.directory(), stores.credentials().credentials());
    var admission = new Admission(checks, table, callRates(), log, installation.clock());
    var gateways = new KnownGateways(peers, proofs::judge, log.uses());

    var all = new ArrayList<Route>();
    all.addAll(new KeySetEndpoint(keys.ring()).routes());
    all.addAll(new OpenInterface(admission, directory, forwarding, log).routes());
    all.addAll(new CheckEndpoint(admission, gateways, identity, log).routes());
    return all;
  }

  RouteTable table() {
    return table.get();
  }

  Supplier<CallRates> callRates() {
    return rates.calls();
  }

  CallLog callLog() {
    return log;
  }

  List<Route> reference(PageGuard pageGuard, InternalClient client) {
    var all = new ArrayList<Route>();
    all.addAll(new ReferencePage(reference).routes(pageGuard));
    all.addAll(new ReferenceCallPage(reference, client).routes(pageGuard));
    return all;
  }

  private static Reference reference(Platform platform) {
    return Reference.of(
        platform.routes(),
        platform.catalogue(),
        List.of(Reference.OF_BUILT_IN, platform.document()));
  }

  /** The parts of the open interface that are resources of their own, at this moment. */
  Resources resources() {
    return table.get().resources();
  }

  FirstCall firstCall() {
    return new FirstCall(table);
  }

  Identity identity() {
    return identity;
  }
}
