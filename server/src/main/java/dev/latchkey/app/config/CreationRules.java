package dev.latchkey.app.config;

import dev.latchkey.login.CreationRule;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The key {@code create} of a sign-in provider (docs/decisions/0081): rules by which a first
 * sign-in creates a person.
 */
final class CreationRules {
  private static final Set<String> KEYS =
      Set.of("name", "email_domains", "claim", "values", "organization", "team", "role");

  private CreationRules() {}

  static List<CreationRule> read(Yaml provider) {
    var names = new HashSet<String>();
    return provider.list("create").orElse(List.of()).stream()
        .map(entry -> {
          CreationRule rule = rule(entry);
          if (!names.add(rule.name())) {
            throw entry.fault("name", "there are two rules named " + rule.name());
          }
          return rule;
        })
        .toList();
  }

  private static CreationRule rule(Yaml entry) {
    entry.only(KEYS);
    try {
      return new CreationRule(name(entry), domains(entry), claim(entry), place(entry));
    } catch (IllegalArgumentException unsafe) {
      throw entry.fault(String.valueOf(unsafe.getMessage()));
    }
  }

  private static String name(Yaml entry) {
    return entry
        .text("name")
        .filter(name -> name.matches("[a-z0-9-]{1,30}"))
        .orElseThrow(() ->
            entry.fault(
                "name",
                "a rule needs a name of lower-case letters, digits and hyphens,"
                    + " for the audit log"));
  }

  private static Set<String> domains(Yaml entry) {
    var domains = new HashSet<String>();
    for (String domain : entry.texts("email_domains")) {
      if (!domain.matches("[a-z0-9-]+(\\.[a-z0-9-]+)+")) {
        throw entry.fault(
            "email_domains",
            "a domain must be whole and in lower case, such as example.com, not " + domain);
      }
      domains.add(domain);
    }
    return domains;
  }

  private static Optional<CreationRule.RequiredClaim> claim(Yaml entry) {
    List<String> values = entry.texts("values");
    Optional<String> claim = entry.text("claim");
    if (claim.isPresent() == values.isEmpty()) {
      throw entry.fault("claim", "a claim needs values, and values need a claim");
    }
    return claim.map(name -> new CreationRule.RequiredClaim(name, Set.copyOf(values)));
  }

  /** The organization by its id, because two organizations may have the same name. */
  private static CreationRule.Place place(Yaml entry) {
    String text =
        entry
            .text("organization")
            .orElseThrow(() -> entry.fault("organization", "a rule needs an organization"));
    Id.Organization organization =
        Id.ORGANIZATION
            .parse(text)
            .orElseThrow(() ->
                entry.fault(
                    "organization",
                    "organization must be an id such as org_…, which is in the"
                        + " address of its page, not "
                        + text));
    return new CreationRule.Place(organization, entry.text("team"), role(entry));
  }

  private static User.Role role(Yaml entry) {
    String role = entry.text("role").orElse("member");
    for (User.Role each : User.Role.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(role)) {
        return each;
      }
    }
    throw entry.fault(
        "role",
        "role must be member, team_administrator or organization_administrator, not " + role);
  }
}
