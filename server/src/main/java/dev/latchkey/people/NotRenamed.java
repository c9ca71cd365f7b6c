package dev.latchkey.people;

/** Why a team or an organization has no new name. */
public enum NotRenamed implements RenameTeam.Outcome, RenameOrganization.Outcome {
  /** The actor did not say which version it has seen. */
  UNSEEN,
  /** It was changed since the actor has seen it. */
  EDIT_CONFLICT,
  NAME_TAKEN
}
