package dev.latchkey.page;

import dev.latchkey.model.Organization;

/** A request about one organization, by a person who may manage it: {@link SectionGuard}. */
public record OrganizationRequest(SectionRequest request, Organization organization) {}
