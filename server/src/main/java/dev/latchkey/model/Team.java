package dev.latchkey.model;

public record Team(Id.Team id, String name, Id.Organization organization) {}
