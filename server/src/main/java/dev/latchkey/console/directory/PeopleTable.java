package dev.latchkey.console.directory;

import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.person.Organization;
import java.util.Optional;

/** A table in which people are chosen: those of an organization, or those of the platform. */
public interface PeopleTable {

  /** {@code organization}: whose people the table lists; empty for the people of the platform. */
  record Place(SectionRequest request, Optional<Organization> organization) {}

  /** Answers a request about people of the table. */
  @FunctionalInterface
  interface PeopleHandler {
    Response answer(Place at);
  }

  /** Guards a request about people of the table. */
  SectionGuard.Handler guarded(PeopleHandler handler);

  /** Shows the table, and why nothing can be done with the people who were chosen in it. */
  Response refuse(Place at, String why);
}
