package dev.latchkey.console.page;

import dev.latchkey.model.person.Organization;

/**
 * A request about one organization. {@link SectionGuard} has checked that the person may manage it.
 */
public record OrganizationRequest(SectionRequest request, Organization organization) {}
