package dev.latchkey.model.person;

import dev.latchkey.model.Id;

public record Team(Id.Team id, String name, Id.Organization organization) {}
