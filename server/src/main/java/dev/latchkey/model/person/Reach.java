package dev.latchkey.model.person;

import dev.latchkey.model.Id;
import java.util.Optional;

/**
 * The data that an organization credential covers: all of a multi-team organization, or one team of
 * it (contract 1.3).
 */
public record Reach(Id.Organization organization, Optional<Id.Team> team) {}
