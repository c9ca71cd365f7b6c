package dev.latchkey.model.credential;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an organization lets its people do with apps that have no credential (docs/decisions/0065).
 *
 * @param hosts the hosts whose apps may be used; all, if there are none. {@link #THIS_COMPUTER}
 *     stands for apps that have registered themselves
 * @param scope the scopes that such an app may ask for
 * @param days how long people can allow it at most
 * @param version increases with each change; 0 if there was none
 */
public record ClientPolicy(Rule rule, List<String> hosts, Scopes scope, int days, int version) {
  public static final String THIS_COMPUTER = "localhost";
  public static final ClientPolicy OFF = new ClientPolicy(Rule.DENY, List.of(), Scopes.NONE, 30, 0);
  public static final int MAX_DAYS = 365;

  public ClientPolicy {
    hosts = List.copyOf(hosts);
  }

  public enum Rule {
    DENY,
    /** An administrator decides about each app before the first person uses it. */
    ASK,
    ALLOW
  }

  public boolean admits(Optional<String> host) {
    return rule != Rule.DENY && (hosts.isEmpty() || hosts.contains(host.orElse(THIS_COMPUTER)));
  }

  public Duration longest() {
    return Duration.ofDays(days);
  }
}
