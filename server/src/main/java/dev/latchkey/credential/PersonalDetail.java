package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.LiveSecret;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ClientSecrets;
import java.util.List;
import java.util.Map;

/** The page of one personal credential, whichever of its forms was sent. */
public final class PersonalDetail {
    private final ClientSecrets secrets;
    private final Catalogue catalogue;
    private final Insight insight;
    private final Transfer transfer;
    private final Deletion deletion;
    private final Reauthentication again;
    private final SecretForms forms;
    private final Pages pages;

    public PersonalDetail(
            ClientSecrets secrets,
            Catalogue catalogue,
            Insight insight,
            Transfer transfer,
            Deletion deletion,
            Reauthentication again,
            SecretForms forms,
            Pages pages) {
        this.secrets = secrets;
        this.catalogue = catalogue;
        this.insight = insight;
        this.transfer = transfer;
        this.deletion = deletion;
        this.again = again;
        this.forms = forms;
        this.pages = pages;
    }

    /** What the part about secrets needs. */
    public record SecretsForm(
            String action,
            String formId,
            List<LiveSecret> live,
            boolean asksPassword,
            String flaw) {
        public boolean hasRoom() {
            return live.size() < Credential.Personal.MAX_SECRETS;
        }

        public boolean isLast() {
            return live.size() == 1;
        }
    }

    Response show(
            int status,
            Request request,
            Visitor visitor,
            Page page,
            Credential.Personal credential,
            Entered entered,
            Map<String, String> flaws) {
        return pages.show(
                status,
                "credential/personal",
                page,
                Map.of(
                        "credential",
                        credential,
                        "fields",
                        Fields.of(entered, catalogue, credential.scope(), flaws),
                        "secrets",
                        new SecretsForm(
                                href(credential) + "/secrets",
                                forms.name(),
                                secrets.of(credential.clientId()),
                                again.isDue(request, visitor),
                                flaws.getOrDefault("secrets.password", "")),
                        "baseUrl",
                        request.baseUrl(),
                        "insight",
                        insight.of(credential, href(credential), request),
                        "transfer",
                        transfer.form(credential, href(credential), request, visitor, flaws),
                        "deletion",
                        deletion.form(credential, href(credential), request, visitor, flaws)));
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
            Credential.Personal credential,
            Map<String, String> flaws) {
        return show(
                status,
                request,
                visitor,
                pages.of(visitor).withProblem(problem),
                credential,
                Entered.of(credential),
                flaws);
    }

    static String href(Credential credential) {
        return Place.MY_ACCOUNT.path() + "/" + credential.clientId().value();
    }
}
