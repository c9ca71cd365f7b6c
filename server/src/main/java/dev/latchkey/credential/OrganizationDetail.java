package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.LiveOrganizationToken;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Overlap;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.OrganizationTokens;
import dev.latchkey.storage.People;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of one credential as its organization's administrators see it, whichever of its forms
 * was sent.
 */
public final class OrganizationDetail {
    private final Entrance entrance;
    private final People people;
    private final OrganizationTokens tokens;
    private final Catalogue catalogue;
    private final Insight insight;
    private final Transfer transfer;
    private final Deletion deletion;
    private final Reauthentication again;
    private final SecretForms forms;
    private final Pages pages;

    public OrganizationDetail(
            Entrance entrance,
            People people,
            OrganizationTokens tokens,
            Catalogue catalogue,
            Insight insight,
            Transfer transfer,
            Deletion deletion,
            Reauthentication again,
            SecretForms forms,
            Pages pages) {
        this.entrance = entrance;
        this.people = people;
        this.tokens = tokens;
        this.catalogue = catalogue;
        this.insight = insight;
        this.transfer = transfer;
        this.deletion = deletion;
        this.again = again;
        this.forms = forms;
        this.pages = pages;
    }

    /** What the part about tokens needs. */
    public record TokensForm(
            String action,
            String formId,
            List<LiveOrganizationToken> live,
            boolean asksPassword,
            Map<String, String> flaws) {
        public List<Overlap> overlaps() {
            return List.of(Overlap.values());
        }

        public String flaw(String field) {
            return flaws.getOrDefault(field, "");
        }
    }

    Response show(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Organization organization,
            Credential credential,
            Entered entered,
            Map<String, String> flaws) {
        String href = entrance.href(credential);
        var values = new HashMap<String, Object>();
        values.put("place", entrance.place());
        values.put("organization", organization);
        values.put("credential", credential);
        values.put("owner", owner(credential));
        values.put("insight", insight.of(credential, href, request));
        values.put("deletion", deletion.form(credential, href, request, visitor, flaws));
        return switch (credential) {
            case Credential.Personal personal -> {
                values.put("transfer", transfer.form(personal, href, request, visitor, flaws));
                yield pages.show(status, "credential/personal-of-organization", page, values);
            }
            case Credential.Organizational machine -> {
                values.put("href", href);
                values.put("team", team(machine));
                values.put("fields", Fields.of(entered, catalogue, machine.scope(), flaws));
                values.put(
                        "tokens",
                        new TokensForm(
                                href + "/tokens",
                                forms.name(),
                                tokens.of(machine.clientId(), request.occasion()),
                                again.isDue(request, visitor),
                                flaws));
                yield pages.show(status, "credential/organizational", page, values);
            }
        };
    }

    /**
     * The page with the credential as it is stored, and why nothing was done. Not what was entered:
     * to send that again could overwrite unseen what somebody else has changed.
     */
    Response refuse(
            int status,
            Request request,
            Visitor visitor,
            String problem,
            Organization organization,
            Credential credential,
            Map<String, String> flaws) {
        return show(
                status,
                request,
                visitor,
                pages.of(visitor).withProblem(problem),
                organization,
                credential,
                Entered.of(credential),
                flaws);
    }

    private String owner(Credential credential) {
        return people.find(credential.owner()).orElseThrow().name();
    }

    private String team(Credential.Organizational credential) {
        return credential.reach().team().flatMap(people::find).map(team -> team.name()).orElse("");
    }
}
