package dev.latchkey.model;

import java.util.Optional;

/**
 * One entry of the audit log. It says who did what, when, from which address, to which credential,
 * and with what outcome. {@code user}: a person, or the virtual administrator of an organization
 * credential. {@code detail}: what a change has changed ({@link AuditDetail}). An entry never
 * contains a secret.
 */
public record AuditEntry(
        RequestMoment moment,
        AuditEvent event,
        AuditOutcome outcome,
        Optional<Id.Subject> user,
        Optional<Id.User> aboutUser,
        Optional<Id.Client> client,
        Optional<Id.Organization> organization,
        Optional<Id.Team> team,
        Optional<String> detail) {

    public static AuditEntry of(RequestMoment moment, AuditEvent event, AuditOutcome outcome) {
        return new AuditEntry(
                moment,
                event,
                outcome,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A copy of this entry with another outcome. */
    public AuditEntry with(AuditOutcome newOutcome) {
        return new AuditEntry(
                moment, event, newOutcome, user, aboutUser, client, organization, team, detail);
    }

    /**
     * A copy of this entry with the person who acted. An operator who runs a command is not a
     * person of the store: the one whom an operation names, such as the owner of a credential, has
     * not acted.
     */
    public AuditEntry by(Id.Subject who) {
        if (moment.isOfCommand()) {
            return this;
        }
        return new AuditEntry(
                moment,
                event,
                outcome,
                Optional.of(who),
                aboutUser,
                client,
                organization,
                team,
                detail);
    }

    public AuditEntry about(Id.User whom) {
        return new AuditEntry(
                moment,
                event,
                outcome,
                user,
                Optional.of(whom),
                client,
                organization,
                team,
                detail);
    }

    public AuditEntry about(Id.Client which) {
        return new AuditEntry(
                moment,
                event,
                outcome,
                user,
                aboutUser,
                Optional.of(which),
                organization,
                team,
                detail);
    }

    public AuditEntry in(Id.Organization where) {
        return new AuditEntry(
                moment, event, outcome, user, aboutUser, client, Optional.of(where), team, detail);
    }

    public AuditEntry in(Id.Team where) {
        return new AuditEntry(
                moment,
                event,
                outcome,
                user,
                aboutUser,
                client,
                organization,
                Optional.of(where),
                detail);
    }

    /** A copy of this entry that also says what was changed. */
    public AuditEntry detailed(Optional<String> changes) {
        return new AuditEntry(
                moment, event, outcome, user, aboutUser, client, organization, team, changes);
    }
}
