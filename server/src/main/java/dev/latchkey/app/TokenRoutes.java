package dev.latchkey.app;

import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.protocol.authorize.RegisteredClients;
import dev.latchkey.protocol.introspect.IntrospectEndpoint;
import dev.latchkey.protocol.revoke.PublicClientRevocation;
import dev.latchkey.protocol.revoke.RevokeEndpoint;
import dev.latchkey.protocol.token.CodeExchange;
import dev.latchkey.protocol.token.PublicClientTokens;
import dev.latchkey.protocol.token.Refresh;
import dev.latchkey.protocol.token.TokenEndpoint;
import dev.latchkey.protocol.token.TokenExchange;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.usage.UsageBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The endpoints at which apps obtain, inspect and revoke tokens. */
record TokenRoutes(
    Installation installation,
    ServerKeys keys,
    RateLimits rates,
    Supplier<Resources> resources,
    TokenChecks checks,
    ClientProofs proofs,
    UsageBuffer usage,
    ClientGuard.Notes notes) {
  List<Route> routes() {
    var random = installation.random();
    var grants = installation.stores().grants();
    var credentials = installation.stores().credentials().credentials();
    var registered = new RegisteredClients(keys.registrationSeal());
    var clients = new ClientGuard(proofs::judge, rates.unknownClients(), usage, notes);
    var publicClients =
        new PublicClientTokens(
            installation.stores().credentials().publicClientCredentials(), registered::key);
    var codes = new CodeExchange(grants.codes(), random);
    var devices = new DeviceFlow(installation, keys);
    var refresh = new Refresh(credentials, grants.pairs(), random);

    var all = new ArrayList<Route>();
    var handlers =
        new TokenEndpoint.Grants(codes, refresh, tokenExchange(), devices.polling(rates.devices()));
    all.addAll(new TokenEndpoint(clients, resources, publicClients, handlers).routes());
    all.addAll(devices.endpoint(clients).routes());
    all.addAll(new IntrospectEndpoint(checks, clients, usage).routes());
    var revocable =
        new PublicClientRevocation(
            installation.stores().credentials().publicClientCredentials(),
            registered::key,
            grants.pairs(),
            grants.childTokens());
    all.addAll(
        new RevokeEndpoint(clients, grants.pairs(), grants.childTokens(), revocable).routes());
    return all;
  }

  /** Empty unless the operator allows child tokens. */
  private Optional<TokenExchange> tokenExchange() {
    return installation.settings().limits().hasChildTokens()
        ? Optional.of(
            new TokenExchange(
                checks, installation.stores().grants().childTokens(), installation.random()))
        : Optional.empty();
  }
}
