package dev.latchkey.storage;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which issued tokens are listed or revoked: whose they are, and optionally before which time they
 * were issued. The codes and the tokens that a person has allowed are selected by their grant, so
 * the time of the consent counts. Organization tokens count by the time of their issue.
 */
public record TokenSelection(Whose whose, Optional<Instant> issuedBefore) {
    public sealed interface Whose {
        /** All tokens of the store. */
        record Everyone() implements Whose {}

        /** Those of the credentials of an organization, and those for its teams. */
        record OfOrganization(Id.Organization id) implements Whose {}

        record OfCredential(Credential known) implements Whose {}

        /** Those that represent a person: what the person has allowed apps to do. */
        record OfPerson(Id.User id) implements Whose {}

        /** What a person has allowed one app to do. */
        record OfPersonToApp(Id.User person, Credential.Personal known) implements Whose {}

        record OneGrant(Id.Grant id) implements Whose {}

        /** One grant, if it was given to this app. */
        record OneGrantToApp(Id.Grant id, Credential.Personal known) implements Whose {}

        record OneOrganizationToken(SecretHash token) implements Whose {}
    }

    private static final String OF_CREDENTIALS =
            """
            i.client_id IN (SELECT c.client_id
                FROM credentials c
                WHERE c.organization_id = :organization
                  AND c.deleted_at IS NULL)
            """
                    .strip();

    private static final String FOR_TEAMS =
            """
            i.team_id IN (SELECT t.team_id
                FROM teams t
                WHERE t.organization_id = :organization)
            """
                    .strip();

    private static final String OF_CREDENTIAL = "i.client_id = :client";

    /** All of these, whenever they were issued. */
    public static TokenSelection of(Whose whose) {
        return new TokenSelection(whose, Optional.empty());
    }

    /** The condition on a row {@code i} of the grants; empty if there can be none. */
    Optional<String> grants() {
        return switch (whose) {
            case Whose.Everyone everyone -> before("TRUE", "consented_at");
            case Whose.OfOrganization organization ->
                    before("(" + OF_CREDENTIALS + " OR " + FOR_TEAMS + ")", "consented_at");
            case Whose.OfCredential(Credential.Personal app) ->
                    before(OF_CREDENTIAL, "consented_at");
            case Whose.OfCredential(Credential.Organizational machine) -> Optional.empty();
            case Whose.OfPerson person -> before("i.user_id = :person", "consented_at");
            case Whose.OfPersonToApp person ->
                    before("i.user_id = :person AND " + OF_CREDENTIAL, "consented_at");
            case Whose.OneGrant grant -> before("i.grant_id = :grant", "consented_at");
            case Whose.OneGrantToApp grant ->
                    before("i.grant_id = :grant AND " + OF_CREDENTIAL, "consented_at");
            case Whose.OneOrganizationToken token -> Optional.empty();
        };
    }

    /** The condition on a row {@code i} of the organization tokens; empty if there can be none. */
    Optional<String> organizationTokens() {
        return switch (whose) {
            case Whose.Everyone everyone -> before("TRUE", "issued_at");
            case Whose.OfOrganization organization -> before(OF_CREDENTIALS, "issued_at");
            case Whose.OfCredential(Credential.Organizational machine) ->
                    before(OF_CREDENTIAL, "issued_at");
            case Whose.OneOrganizationToken token -> before("i.token_hash = :token", "issued_at");
            case Whose.OfCredential(Credential.Personal app) -> Optional.empty();
            case Whose.OfPerson person -> Optional.empty();
            case Whose.OfPersonToApp person -> Optional.empty();
            case Whose.OneGrant grant -> Optional.empty();
            case Whose.OneGrantToApp grant -> Optional.empty();
        };
    }

    private Optional<String> before(String condition, String column) {
        return Optional.of(
                issuedBefore.isPresent()
                        ? condition + " AND i." + column + " < :before"
                        : condition);
    }

    /** The values that the conditions name. */
    Map<String, Object> values() {
        var values = new HashMap<String, Object>();
        switch (whose) {
            case Whose.Everyone everyone -> {}
            case Whose.OfOrganization(Id.Organization id) -> values.put("organization", id);
            case Whose.OfCredential(Credential known) -> values.put("client", known.clientId());
            case Whose.OfPerson(Id.User id) -> values.put("person", id);
            case Whose.OfPersonToApp(Id.User person, Credential.Personal known) -> {
                values.put("person", person);
                values.put("client", known.clientId());
            }
            case Whose.OneGrant(Id.Grant id) -> values.put("grant", id);
            case Whose.OneGrantToApp(Id.Grant id, Credential.Personal known) -> {
                values.put("grant", id);
                values.put("client", known.clientId());
            }
            case Whose.OneOrganizationToken(SecretHash token) -> values.put("token", token);
        }
        issuedBefore.ifPresent(time -> values.put("before", time));
        return values;
    }
}
