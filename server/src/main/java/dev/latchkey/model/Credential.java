package dev.latchkey.model;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Contract 2.1. Created by people in the web application; a program never creates one. */
public sealed interface Credential {
    Id.Client clientId();

    String name();

    Id.Organization organization();

    Id.User owner();

    Scopes scope();

    Instant createdAt();

    /**
     * Rises with every change, so that two people editing at once cannot overwrite each other
     * unseen.
     */
    int version();

    record Personal(
            Id.Client clientId,
            String name,
            Id.Organization organization,
            Id.User owner,
            Scopes scope,
            List<RedirectUri> redirectUris,
            Set<Option> options,
            Instant createdAt,
            int version)
            implements Credential {

        /** So many secrets live at once: the old one and the new, while an app changes over. */
        public static final int MAX_SECRETS = 2;

        public Personal {
            redirectUris = List.copyOf(redirectUris);
            options = Set.copyOf(options);
        }

        /** With those of its options that have an effect while a person of this role owns it. */
        public Personal ownedBy(User.Role role) {
            Set<Option> inForce =
                    options.stream()
                            .filter(option -> option.isFor(role))
                            .collect(Collectors.toUnmodifiableSet());
            return new Personal(
                    clientId,
                    name,
                    organization,
                    owner,
                    scope,
                    redirectUris,
                    inForce,
                    createdAt,
                    version);
        }

        /**
         * Its own tokens; a resource server's credential, all of its organization's (decision 3.3).
         */
        public boolean mayInspect(Id.Client client, Id.Organization where) {
            return clientId.equals(client)
                    || (options.contains(Option.RESOURCE_SERVER) && organization.equals(where));
        }
    }

    record Organizational(
            Id.Client clientId,
            String name,
            Id.Organization organization,
            Id.User owner,
            Scopes scope,
            Id.VirtualAdministrator subject,
            Reach reach,
            Instant createdAt,
            int version)
            implements Credential {}

    /** All off unless the owner turns them on. */
    enum Option {
        /** Decision 1.4. */
        REQUIRE_PROOF_KEY,
        /** Decision 1.6: for clients that choke on an unexpected parameter. */
        OMIT_ISSUER,
        /** clients.md 7. */
        SPACE_SEPARATED_SCOPE,
        /** Decision 3.3: may introspect every token of its organization. */
        RESOURCE_SERVER,
        /** Decision 4.3: receives the signed assertion when it asks about a call. */
        GATEWAY;

        /**
         * Whether it has an effect while a person of this role owns the credential. A gateway
         * speaks to services for callers of every organization.
         */
        public boolean isFor(User.Role owner) {
            return this != GATEWAY || owner == User.Role.SUPER_ADMINISTRATOR;
        }
    }
}
