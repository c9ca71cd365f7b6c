package dev.latchkey.people;

/** Why an act was refused before its rule was asked. The audit log has an entry about it. */
public enum NoAccess
    implements
        OrganizationGuard.Access, TeamGuard.Access, CreateOrganization.Outcome,
        RenameOrganization.Outcome, FoundOrganization.Outcome, CreateTeam.Outcome,
        RenameTeam.Outcome, InvitePerson.Unlimited {
  /** It does not exist, or belongs to others, for whom it is as if it did not exist. */
  NOT_FOUND,
  /** The role of the actor does not allow it in the own organization. */
  FORBIDDEN
}
