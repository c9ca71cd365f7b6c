package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.ClientPolicy;
import dev.latchkey.model.Scopes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The form of a policy for apps without a credential, as it was entered. */
public record EnteredPolicy(String rule, String hosts, Scopes scope, String days, int version) {
  private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
  private static final int MOST_HOSTS = 100;

  static EnteredPolicy in(Form form) {
    return new EnteredPolicy(
        form.value("rule").orElse(""),
        form.value("hosts").orElse(""),
        Scopes.of(form.all("scope")),
        form.value("days").orElse(""),
        number(form.value("version").orElse("")).orElse(-1));
  }

  /** {@code scope} is what the form suggests. */
  static EnteredPolicy of(ClientPolicy policy, Scopes scope) {
    return new EnteredPolicy(
        policy.rule().name(),
        String.join("\n", policy.hosts()),
        scope,
        String.valueOf(policy.days()),
        policy.version());
  }

  Optional<FormErrors> errors(Catalogue catalogue) {
    if (Stream.of(ClientPolicy.Rule.values()).noneMatch(known -> known.name().equals(rule))) {
      return flaw("rule", "flaw.public-apps-rule");
    }
    boolean areHosts = list(hosts).stream().allMatch(host -> HOST.matcher(host).matches());
    if (!areHosts || list(hosts).size() > MOST_HOSTS) {
      return flaw("hosts", "flaw.public-apps-hosts");
    }
    if (scope.isEmpty()) {
      return flaw("scope", "flaw.scope-missing");
    }
    if (!catalogue.names().covers(scope)) {
      String unknown = String.join(", ", scope.without(catalogue.names()).names());
      var flaw = new FormErrors.FieldError("scope", "flaw.scope-unknown", List.of(unknown));
      return Optional.of(new FormErrors(400, List.of(flaw)));
    }
    boolean isPeriod = number(days).filter(n -> n >= 1 && n <= ClientPolicy.MAX_DAYS).isPresent();
    return isPeriod ? Optional.empty() : flaw("days", "flaw.public-apps-days");
  }

  private static Optional<FormErrors> flaw(String field, String message) {
    return Optional.of(FormErrors.of(400, field, message));
  }

  /** The policy. The entries must have no errors. */
  ClientPolicy policy() {
    return new ClientPolicy(
        ClientPolicy.Rule.valueOf(rule), list(hosts), scope, number(days).orElseThrow(), version);
  }

  private static List<String> list(String text) {
    return Stream.of(text.split("[\\s,]+")).filter(part -> !part.isEmpty()).distinct().toList();
  }

  private static Optional<Integer> number(String text) {
    return text.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }
}
