package dev.latchkey.credential;

import dev.latchkey.http.Response;
import dev.latchkey.model.Rules;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.SecondFactors;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where the rule says so, lets nobody make a token of an organization without a second factor (ASVS
 * 6.3.3).
 */
public final class FactorFirst {
    private final Rules.Factor rule;
    private final SecondFactors factors;
    private final Pages pages;

    public FactorFirst(Rules.Factor rule, SecondFactors factors, Pages pages) {
        this.rule = rule;
        this.factors = factors;
        this.pages = pages;
    }

    Response then(Visitor visitor, Supplier<Response> step) {
        User user = visitor.user().orElseThrow();
        boolean enough =
                switch (rule) {
                    case OPTIONAL -> true;
                    case REQUIRED -> factors.of(user.id()).isPresent();
                };
        Page page = pages.of(visitor);
        return enough ? step.get() : pages.show(403, "credential/factor-first", page, Map.of());
    }
}
