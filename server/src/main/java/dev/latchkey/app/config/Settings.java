package dev.latchkey.app.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.console.asset.Brand;
import dev.latchkey.console.reference.ApiDocument;
import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.ListenAt.TlsFiles;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.credential.PublicClientRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * All settings of an operator in one value. Each part has checked itself, so they are complete and
 * valid before anything starts.
 */
public record Settings(
    Listening listening,
    TrustedSources peers,
    StoreSettings store,
    Limits limits,
    Rules rules,
    Connections connections,
    Platform platform,
    ExternalServices outside,
    Brand brand,
    Recording recording) {

  public Settings with(Listening other) {
    return new Settings(
        other, peers, store, limits, rules, connections, platform, outside, brand, recording);
  }

  public Settings with(TrustedSources other) {
    return new Settings(
        listening, other, store, limits, rules, connections, platform, outside, brand, recording);
  }

  public Settings with(StoreSettings other) {
    return new Settings(
        listening, peers, other, limits, rules, connections, platform, outside, brand, recording);
  }

  public Settings with(Limits other) {
    return new Settings(
        listening, peers, store, other, rules, connections, platform, outside, brand, recording);
  }

  public Settings with(Rules other) {
    return new Settings(
        listening, peers, store, limits, other, connections, platform, outside, brand, recording);
  }

  public Settings with(Connections other) {
    return new Settings(
        listening, peers, store, limits, rules, other, platform, outside, brand, recording);
  }

  public Settings with(Platform other) {
    return new Settings(
        listening, peers, store, limits, rules, connections, other, outside, brand, recording);
  }

  public Settings with(ExternalServices other) {
    return new Settings(
        listening, peers, store, limits, rules, connections, platform, other, brand, recording);
  }

  public Settings with(Brand other) {
    return new Settings(
        listening, peers, store, limits, rules, connections, platform, outside, other, recording);
  }

  public Settings with(Recording other) {
    return new Settings(
        listening, peers, store, limits, rules, connections, platform, outside, brand, other);
  }

  public Settings with(TlsFiles other) {
    return with(listening.with(other));
  }

  public Settings with(ClientTimeouts other) {
    return with(connections.with(other));
  }

  public Settings with(ConnectionLimits other) {
    return with(connections.with(other));
  }

  public Settings with(Rates other) {
    return with(connections.with(other));
  }

  public Settings with(RouteTable other) {
    return with(platform.with(other));
  }

  public Settings with(ApiDocument other) {
    return with(platform.with(other));
  }

  public Settings with(Catalogue other) {
    return with(platform.with(other));
  }

  public Settings with(PlatformVersion other) {
    return with(platform.with(other));
  }

  public Settings with(PublicClientRules other) {
    return with(platform.with(other));
  }

  public Settings with(MailServer other) {
    return with(outside.with(other));
  }

  public Settings with(AuditLimits other) {
    return with(recording.with(other));
  }

  public Settings with(SyslogServer other) {
    return with(recording.with(other));
  }

  public Settings in(Path data) {
    return with(store.in(data));
  }

  /** On PostgreSQL, or on SQLite if it is empty. */
  public Settings on(Optional<String> database) {
    return with(store.on(database));
  }

  public Settings onPort(int port) {
    return with(listening.onPort(port));
  }

  public Settings publishedAs(String url) {
    return with(listening.publishedAs(url));
  }

  /** How long the process still serves after it was asked to stop. */
  public Duration drain() {
    return connections.drain(store.database().isPresent());
  }
}
