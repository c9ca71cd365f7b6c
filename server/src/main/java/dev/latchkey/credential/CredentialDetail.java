package dev.latchkey.credential;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Team;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.page.Section;
import dev.latchkey.storage.ClientSecrets;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.OrganizationTokens;
import dev.latchkey.storage.Users;
import gg.jte.models.runtime.JteModel;
import java.util.List;

/** Shows the page of one credential, also as the answer to any of its forms that was refused. */
public final class CredentialDetail {
    private final CredentialStores stores;
    private final Users users;
    private final Catalogue catalogue;
    private final CredentialActivity activity;
    private final NewSecrets secrets;

    public CredentialDetail(
            CredentialStores stores,
            Users users,
            Catalogue catalogue,
            CredentialActivity activity,
            NewSecrets secrets) {
        this.stores = stores;
        this.users = users;
        this.catalogue = catalogue;
        this.activity = activity;
        this.secrets = secrets;
    }

    /**
     * What every page of a credential shows. {@code href}: the address of the page, below which its
     * forms are sent. {@code outstanding}: what would stop working if the credential were deleted.
     * {@code baseUrl}: the address of this server.
     */
    public record View(
            Credential credential,
            String href,
            CredentialActivity.View activity,
            Credentials.Outstanding outstanding,
            String baseUrl,
            FormErrors errors) {}

    /**
     * Where a credential is managed. {@code owner} is the name of its owner, or of the person who
     * created it if it is an organization credential.
     */
    public record Management(
            Section section, Organization organization, String team, String owner) {}

    /** The part of the page about client secrets. */
    public record SecretsForm(String formId, List<ClientSecrets.Live> live) {
        public boolean hasRoom() {
            return live.size() < Credential.Personal.MAX_SECRETS;
        }

        public boolean isLast() {
            return live.size() == 1;
        }
    }

    /** The part of the page about the tokens of an organization credential. */
    public record TokensForm(String formId, List<OrganizationTokens.Live> live) {
        public List<OrganizationTokens.Overlap> overlaps() {
            return List.of(OrganizationTokens.Overlap.values());
        }
    }

    Response show(CredentialRequest<? extends Credential> at) {
        Page page = RedirectNotice.page(at.request());
        return page.show(200, model(at, page, stored(at, FormErrors.NONE)));
    }

    /**
     * Shows why nothing was done, with the credential as it is stored and not as it was entered.
     * Otherwise the person could send the entered values again, and overwrite without having seen
     * it what someone else has changed.
     */
    Response refuse(CredentialRequest<? extends Credential> at, String problem, FormErrors errors) {
        Page page = at.request().page().withProblem(problem);
        return page.show(errors.status(), model(at, page, stored(at, errors)));
    }

    /** Shows the settings as they were entered, and what is wrong with them. */
    Response showEntered(
            CredentialRequest<? extends Credential> at,
            EnteredCredential entered,
            FormErrors errors) {
        Page page = at.request().page().withProblem("credential.flawed");
        return page.show(errors.status(), model(at, page, fields(at, entered, errors)));
    }

    private CredentialFields stored(CredentialRequest<? extends Credential> at, FormErrors errors) {
        return fields(at, EnteredCredential.of(at.credential()), errors);
    }

    private CredentialFields fields(
            CredentialRequest<? extends Credential> at,
            EnteredCredential entered,
            FormErrors errors) {
        return CredentialFields.of(entered, catalogue, at.credential().scope(), errors);
    }

    private JteModel model(
            CredentialRequest<? extends Credential> at, Page page, CredentialFields fields) {
        View view = view(at, fields.errors());
        return switch (at.credential()) {
            case Credential.Organizational machine ->
                    TEMPLATES.credentialOrganizational(
                            page, view, management(at), fields, tokens(at));
            case Credential.Personal personal ->
                    switch (at.section()) {
                        case OwnCredentials own ->
                                TEMPLATES.credentialOwn(
                                        page, view, fields, clientSecrets(at), transfer(at));
                        case OrganizationCredentials managed ->
                                TEMPLATES.credentialPersonalOfOrganization(
                                        page, view, management(at), transfer(at));
                    };
        };
    }

    private View view(CredentialRequest<? extends Credential> at, FormErrors errors) {
        return new View(
                at.credential(),
                at.href(),
                activity.of(at),
                stores.credentials().outstanding(at.credential(), at.moment()),
                at.request().baseUrl(),
                errors);
    }

    private Management management(CredentialRequest<? extends Credential> at) {
        Credential credential = at.credential();
        return new Management(
                at.section().section(),
                users.find(credential.organization()).orElseThrow(),
                team(credential),
                users.find(credential.owner()).orElseThrow().name());
    }

    /**
     * The name of the team to which the credential is limited; empty if it is not limited to a
     * team.
     */
    private String team(Credential credential) {
        return switch (credential) {
            case Credential.Personal personal -> "";
            case Credential.Organizational machine ->
                    machine.reach().team().flatMap(users::find).map(Team::name).orElse("");
        };
    }

    private SecretsForm clientSecrets(CredentialRequest<? extends Credential> at) {
        return new SecretsForm(secrets.formId(), stores.secrets().of(at.credential().clientId()));
    }

    private TokensForm tokens(CredentialRequest<? extends Credential> at) {
        return new TokensForm(
                secrets.formId(), stores.tokens().of(at.credential().clientId(), at.moment()));
    }

    private Transfer.Form transfer(CredentialRequest<? extends Credential> at) {
        return new Transfer.Form(
                Transfer.email(at.request()),
                stores.offers()
                        .of(at.credential().clientId(), at.moment())
                        .map(offer -> Transfer.Waiting.of(offer, users)));
    }
}
