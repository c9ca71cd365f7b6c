package dev.latchkey.console.credential;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Rules;
import dev.latchkey.storage.people.SecondFactors;
import java.util.Optional;

/**
 * Checks the rule about second factors. If the rule requires it, only people with a second factor
 * can create a token of an organization (ASVS 6.3.3).
 */
public final class SecondFactorRequired {
  private final Rules.Factor rule;
  private final SecondFactors factors;

  public SecondFactorRequired(Rules.Factor rule, SecondFactors factors) {
    this.rule = rule;
    this.factors = factors;
  }

  /** The answer to a person who lacks the second factor; empty if the person may continue. */
  Optional<Response> refusal(PageRequest request) {
    boolean isSatisfied =
        switch (rule) {
          case OPTIONAL -> true;
          case REQUIRED -> factors.of(request.user().id()).isOn();
        };
    if (isSatisfied) {
      return Optional.empty();
    }
    Page page = request.page();
    return Optional.of(page.show(403, TEMPLATES.credentialSecondFactorRequired(page)));
  }
}
