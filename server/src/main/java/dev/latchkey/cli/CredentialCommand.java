package dev.latchkey.cli;

import dev.latchkey.Installation;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.http.Json;
import dev.latchkey.model.Credential;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TableRows;
import dev.latchkey.storage.ClientSecrets;
import dev.latchkey.storage.CredentialLists;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.OrganizationTokens;
import dev.latchkey.storage.TransferOffers;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "credential",
        mixinStandardHelpOptions = true,
        description = "Manage credentials without a browser.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CredentialCreateCommand.class)
final class CredentialCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey credential list --help");
    }

    static final class Which {
        @Option(
                names = "--client-id",
                required = true,
                paramLabel = "ID",
                description = "The client identifier of the credential.")
        private String clientId = "";

        private Credential find(Installation installation) {
            return new StoreLookup(installation.stores()).credential(clientId);
        }

        private Credential.Personal findPersonal(Installation installation) {
            return switch (find(installation)) {
                case Credential.Personal personal -> personal;
                case Credential.Organizational machine ->
                        throw new ConfigFault(
                                clientId
                                        + " is an organization credential; this is for personal ones");
            };
        }
    }

    /** Whose credentials are listed. */
    static final class Whose {
        @Option(
                names = "--organization",
                required = true,
                paramLabel = "NAME",
                description = "Those of this organization and of its members, by its name or id.")
        private @Nullable String organization;

        @Option(
                names = "--owner",
                required = true,
                paramLabel = "ADDRESS",
                description = "The personal credentials of this person.")
        private @Nullable String owner;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the credentials of an organization or of a person.")
    int list(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin ListOptions part,
            @ArgGroup(multiplicity = "1") Whose whose) {
        try (Installation installation = store.open()) {
            TableRows<CredentialLists.Listed> found = find(installation, whose, part);
            List<ObjectNode> rows = found.rows().stream().map(Fields::of).toList();
            result.printList(
                    new Listing("credentials", rows, found.total()),
                    List.of("client_id", "name", "type", "state", "owner_email", "active_tokens"));
            return 0;
        }
    }

    private static TableRows<CredentialLists.Listed> find(
            Installation installation, Whose whose, ListOptions part) {
        var lookup = new StoreLookup(installation.stores());
        CredentialLists lists = installation.stores().credentials().lists();
        var search = CredentialLists.Search.of(part.text(), part.page(CredentialLists.Column.NAME));
        RequestMoment now = installation.commandMoment();
        if (whose.organization != null) {
            return lists.of(lookup.organization(whose.organization).id(), search, now);
        }
        return lists.ownedBy(lookup.user(String.valueOf(whose.owner)).user().id(), search, now);
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show a credential with its owner, its secrets and an open transfer.")
    int show(@Mixin StoreOptions store, @Mixin ResultOptions result, @Mixin Which which) {
        try (Installation installation = store.open()) {
            result.printFields(fields(installation, which.find(installation)));
            return 0;
        }
    }

    private static ObjectNode fields(Installation installation, Credential credential) {
        CredentialStores stores = installation.stores().credentials();
        RequestMoment now = installation.commandMoment();
        ManagedUser owner =
                installation
                        .stores()
                        .users()
                        .administration()
                        .find(credential.owner())
                        .orElseThrow();
        var outstanding = stores.credentials().outstanding(credential, now);
        ObjectNode json =
                Fields.of(credential)
                        .put("organization", home(installation, credential).name())
                        .put("owner_id", credential.owner().value())
                        .put("owner_email", owner.user().email())
                        .put("owner_state", Fields.code(owner.state()))
                        .put("active_tokens", outstanding.tokens().shown());
        if (credential instanceof Credential.Personal) {
            var secrets = json.putArray("client_secrets");
            for (ClientSecrets.Live secret : stores.secrets().of(credential.clientId())) {
                ObjectNode one =
                        secrets.addObject()
                                .put("ending", secret.ending())
                                .put("created_at", secret.createdAt().toString());
                secret.lastUsedAt().ifPresent(at -> one.put("last_used_at", at.toString()));
            }
        }
        stores.offers()
                .of(credential.clientId(), now)
                .ifPresent(offer ->
                        json.putObject("transfer")
                                .put("to_user_id", offer.to().value())
                                .put("expires_at", offer.expiresAt().toString()));
        return json;
    }

    private static Organization home(Installation installation, Credential credential) {
        return installation.stores().users().users().find(credential.organization()).orElseThrow();
    }

    @Command(
            name = "rotate-secret",
            mixinStandardHelpOptions = true,
            description = {
                "Issue a new client secret, or a new token of an organization credential, and print it once.",
                "The old secret stays active until it is retired; the old tokens until the end of the overlap."
            })
    int rotateSecret(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin Which which,
            @Option(
                            names = "--overlap",
                            paramLabel = "TIME",
                            description =
                                    "How long the old tokens of an organization credential stay active:"
                                            + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
                            defaultValue = "DAY")
                    OrganizationTokens.Overlap overlap) {
        try (Installation installation = store.open()) {
            switch (which.find(installation)) {
                case Credential.Personal personal -> addSecret(installation, result, personal);
                case Credential.Organizational machine ->
                        reissue(installation, result, machine, overlap);
            }
            return 0;
        }
    }

    private static void addSecret(
            Installation installation, ResultOptions result, Credential.Personal personal) {
        Secret.Client secret = Secret.CLIENT.mint(installation.random());
        ClientSecrets.Added added =
                installation
                        .stores()
                        .credentials()
                        .secrets()
                        .add(
                                personal,
                                secret,
                                Id.FORM.draw(installation.random()),
                                personal.owner(),
                                installation.commandMoment());
        if (added != ClientSecrets.Added.ADDED) {
            throw new ConfigFault(
                    personal.clientId().value()
                            + " has two active secrets, or a new owner. To retire one:"
                            + " latchkey credential retire-secret --client-id "
                            + personal.clientId().value()
                            + " --ending …");
        }
        result.printDone(
                Json.object()
                        .put("client_id", personal.clientId().value())
                        .put("client_secret", secret.reveal()),
                "client_secret, shown once: " + secret.reveal());
    }

    private static void reissue(
            Installation installation,
            ResultOptions result,
            Credential.Organizational machine,
            OrganizationTokens.Overlap overlap) {
        CredentialStores stores = installation.stores().credentials();
        Secret.Organization token = Secret.ORGANIZATION.mint(installation.random());
        RequestMoment now = installation.commandMoment();
        OrganizationTokens.Reissued reissued =
                stores.tokens()
                        .reissue(
                                machine,
                                new OrganizationTokens.Replacement(
                                        token, overlap, Id.FORM.draw(installation.random())),
                                machine.owner(),
                                now);
        if (reissued != OrganizationTokens.Reissued.REISSUED) {
            throw new ConfigFault(machine.clientId().value() + " was deleted at the same moment");
        }
        ObjectNode json =
                Json.object()
                        .put("client_id", machine.clientId().value())
                        .put("access_token", token.reveal());
        result.printDone(
                Fields.withEnd(json, stores.credentials().lifeOfToken(now)),
                "access_token, shown once: " + token.reveal());
    }

    @Command(
            name = "retire-secret",
            mixinStandardHelpOptions = true,
            description = "Retire one of two active client secrets, at once and on every node.")
    int retireSecret(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin Which which,
            @Option(
                            names = "--ending",
                            required = true,
                            paramLabel = "XXXX",
                            description = "The last four characters of the secret.")
                    String ending) {
        try (Installation installation = store.open()) {
            Credential.Personal personal = which.findPersonal(installation);
            ClientSecrets secrets = installation.stores().credentials().secrets();
            List<ClientSecrets.Live> live = secrets.of(personal.clientId());
            ClientSecrets.Live chosen =
                    live.stream()
                            .filter(secret -> secret.ending().equals(ending))
                            .findFirst()
                            .orElseThrow(() ->
                                    new ConfigFault(
                                            "there is no active secret that ends with " + ending));
            if (!secrets.retire(
                    personal, chosen.hash(), personal.owner(), installation.commandMoment())) {
                throw new ConfigFault(
                        "it is the last active secret, so the app would have none. To issue another one first:"
                                + " latchkey credential rotate-secret --client-id "
                                + personal.clientId().value());
            }
            result.printDone(
                    Json.object()
                            .put("client_id", personal.clientId().value())
                            .put("retired", ending),
                    "retired the secret that ends with " + ending);
            return 0;
        }
    }

    @Command(
            name = "transfer",
            mixinStandardHelpOptions = true,
            description =
                    "Offer a personal credential to another person of its organization, who accepts it on a page.")
    int transfer(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin Which which,
            @Option(
                            names = "--to",
                            required = true,
                            paramLabel = "ADDRESS",
                            description = "The e-mail address of the new owner.")
                    String to) {
        try (Installation installation = store.open()) {
            Credential.Personal personal = which.findPersonal(installation);
            TransferOffers offers = installation.stores().credentials().offers();
            Id.User heir =
                    offers.findNewOwner(EmailAddress.normal(to), personal.organization())
                            .orElseThrow(() ->
                                    new ConfigFault(
                                            to
                                                    + " is not an active person of the organization "
                                                    + home(installation, personal).name()));
            if (heir.equals(personal.owner())) {
                throw new ConfigFault(to + " owns the credential already");
            }
            RequestMoment now = installation.commandMoment();
            switch (offers.offer(personal, heir, personal.owner(), now)) {
                case OFFERED -> {}
                case OFFERED_BEFORE ->
                        throw new ConfigFault(
                                "the credential has been offered already, and the offer has not been answered");
                case EDIT_CONFLICT ->
                        throw new ConfigFault(
                                "the credential or the person was changed at the same moment. Try again");
            }
            boolean isMailed = new CommandMail(installation).sendOffer(personal, heir, now);
            Instant until = now.at().plus(TransferOffers.Offer.LIFETIME);
            result.printDone(
                    Json.object()
                            .put("client_id", personal.clientId().value())
                            .put("to_user_id", heir.value())
                            .put("expires_at", until.toString())
                            .put("mailed", isMailed),
                    "offered to " + to + ", who can accept it until " + until);
            return 0;
        }
    }

    @Command(
            name = "delete",
            mixinStandardHelpOptions = true,
            description =
                    "Delete a credential: its codes, tokens and secrets end at once, on every node.")
    int delete(
            @Mixin StoreOptions store,
            @Mixin ResultOptions result,
            @Mixin Which which,
            @Mixin Confirmation confirmation) {
        try (Installation installation = store.open()) {
            Credential credential = which.find(installation);
            var credentials = installation.stores().credentials().credentials();
            RequestMoment now = installation.commandMoment();
            int tokens = credentials.outstanding(credential, now).tokens().shown();
            confirmation.ask(
                    "deletes %s (%s) for good; active tokens: %,d"
                            .formatted(credential.name(), credential.clientId().value(), tokens));
            if (!credentials.delete(credential, credential.owner(), now)) {
                throw new ConfigFault(
                        "the credential was deleted or has a new owner since the question. Look again");
            }
            result.printDone(
                    Json.object()
                            .put("client_id", credential.clientId().value())
                            .put("deleted", true),
                    "deleted " + credential.name() + " (" + credential.clientId().value() + ")");
            return 0;
        }
    }
}
