package dev.latchkey.login.provider;

import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a provider says about a person, in an ID token that was verified. */
record ProviderClaims(Map<String, Object> all) {
  /** The e-mail address, only if the provider says that it belongs to the person. */
  Optional<EmailAddress> verifiedEmail() {
    return Boolean.TRUE.equals(all.get("email_verified"))
        ? text("email").flatMap(EmailAddress::parse)
        : Optional.empty();
  }

  /** The name of the person; if it cannot be used here, the address before the at sign. */
  String nameOr(EmailAddress email) {
    String local = email.text().substring(0, email.text().indexOf('@'));
    return text("name")
        .map(String::strip)
        .filter(name -> DisplayName.flawOf(name).isEmpty())
        .orElse(local);
  }

  /** Whether the claim is one of these texts, or a list that contains one of them. */
  boolean hasOneOf(String claim, Set<String> values) {
    return switch (all.get(claim)) {
      case String text -> values.contains(text);
      case Collection<?> list -> list.stream().anyMatch(values::contains);
      case null, default -> false;
    };
  }

  private Optional<String> text(String claim) {
    return all.get(claim) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  @Override
  public String toString() {
    return "ProviderClaims[redacted]";
  }
}
