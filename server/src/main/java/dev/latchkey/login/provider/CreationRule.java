package dev.latchkey.login.provider;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rule by which a first sign-in with a provider creates a person (docs/decisions/0081). All its
 * conditions must be met, and the provider must have verified the e-mail address. Domains and
 * values are compared exactly.
 *
 * @param name how the audit log names the rule
 * @param domains those of the e-mail address, in lower case; empty for any
 */
public record CreationRule(
    String name, Set<String> domains, Optional<RequiredClaim> claim, Place place) {
  public CreationRule {
    domains = Set.copyOf(domains);
    if (domains.isEmpty() && claim.isEmpty()) {
      throw new IllegalArgumentException(
          "a rule needs email_domains or claim: without them, everyone whom the provider"
              + " knows would get an account");
    }
  }

  /** The roles that a rule can give. */
  public static final List<User.Role> ROLES =
      List.of(User.Role.MEMBER, User.Role.TEAM_ADMINISTRATOR, User.Role.ORGANIZATION_ADMINISTRATOR);

  /** The claim must be one of the values, or a list that contains one of them. */
  public record RequiredClaim(String name, Set<String> values) {
    public RequiredClaim {
      values = Set.copyOf(values);
    }
  }

  /**
   * Where a person is created, and with which role.
   *
   * @param team its name, which no other team of the organization has
   */
  public record Place(Id.Organization organization, Optional<String> team, User.Role role) {
    public Place {
      if (!ROLES.contains(role)) {
        throw new IllegalArgumentException("no rule creates a super administrator");
      }
      if (role == User.Role.TEAM_ADMINISTRATOR && team.isEmpty()) {
        throw new IllegalArgumentException("the role team_administrator needs a team");
      }
    }
  }

  boolean matches(EmailAddress email, ProviderClaims claims) {
    String domain = email.text().substring(email.text().indexOf('@') + 1);
    return (domains.isEmpty() || domains.contains(domain))
        && claim.map(required -> claims.hasOneOf(required.name(), required.values())).orElse(true);
  }
}
