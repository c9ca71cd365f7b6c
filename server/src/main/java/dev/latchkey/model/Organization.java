package dev.latchkey.model;

public record Organization(Id.Organization id, String name, Kind kind) {
    /** Decides where its credentials are managed, and by whom (contract 1.4). */
    public enum Kind {
        MULTI_TEAM,
        SINGLE_TEAM
    }
}
