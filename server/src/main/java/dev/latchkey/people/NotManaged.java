package dev.latchkey.people;

/** Why an actor may not do something to a person. The audit log has an entry about it. */
public enum NotManaged
    implements
        PersonGuard.Access, CreatePasswordLink.Unlimited, ChangePerson.Outcome,
        DisablePerson.Outcome, EnablePerson.Outcome, EndAccess.Outcome, RemoveSecondFactor.Outcome {
  /** There is no such person, or it is one of others, for whom it is as if there were none. */
  NOT_FOUND,
  /** People cannot do it to themselves. */
  ONESELF,
  /** The person has, or would get, a higher role than the actor may give. */
  ABOVE
}
