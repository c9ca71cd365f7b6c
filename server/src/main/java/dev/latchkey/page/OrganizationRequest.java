package dev.latchkey.page;

import dev.latchkey.model.Organization;

/** A request about one organization, by a person who may manage it: {@link PlaceEntrance}. */
public record OrganizationRequest(PlaceRequest request, Organization organization) {}
