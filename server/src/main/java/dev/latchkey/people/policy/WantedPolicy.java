package dev.latchkey.people.policy;

import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Scopes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was entered about the policy for apps without a credential. {@code version}: that of the
 * policy that the actor has seen.
 */
public record WantedPolicy(String rule, String hosts, Scopes scope, String days, String version) {
  private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
  private static final int MOST_HOSTS = 100;

  /** {@code scope} is what the form suggests. */
  public static WantedPolicy of(ClientPolicy policy, Scopes scope) {
    return new WantedPolicy(
        policy.rule().name(),
        String.join("\n", policy.hosts()),
        scope,
        String.valueOf(policy.days()),
        String.valueOf(policy.version()));
  }

  Optional<FlawedPolicy> flaw(Catalogue catalogue) {
    if (Stream.of(ClientPolicy.Rule.values()).noneMatch(known -> known.name().equals(rule))) {
      return flaw("rule", "public-apps-rule");
    }
    boolean areHosts = list(hosts).stream().allMatch(host -> HOST.matcher(host).matches());
    if (!areHosts || list(hosts).size() > MOST_HOSTS) {
      return flaw("hosts", "public-apps-hosts");
    }
    if (scope.isEmpty()) {
      return flaw("scope", "scope-missing");
    }
    if (!catalogue.names().covers(scope)) {
      String unknown = String.join(", ", scope.without(catalogue.names()).names());
      return flaw("scope", "scope-unknown", unknown);
    }
    boolean isPeriod = number(days).filter(n -> n >= 1 && n <= ClientPolicy.MAX_DAYS).isPresent();
    return isPeriod ? Optional.empty() : flaw("days", "public-apps-days");
  }

  private static Optional<FlawedPolicy> flaw(String field, String code, String... values) {
    return Optional.of(new FlawedPolicy(field, code, List.of(values)));
  }

  /** The policy. The entries must have no flaw. */
  ClientPolicy policy() {
    return new ClientPolicy(
        ClientPolicy.Rule.valueOf(rule),
        list(hosts),
        scope,
        number(days).orElseThrow(),
        number(version).orElse(-1));
  }

  private static List<String> list(String text) {
    return Stream.of(text.split("[\\s,]+")).filter(part -> !part.isEmpty()).distinct().toList();
  }

  private static Optional<Integer> number(String text) {
    return text.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }
}
