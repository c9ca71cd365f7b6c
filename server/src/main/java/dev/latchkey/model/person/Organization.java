package dev.latchkey.model.person;

import dev.latchkey.model.Id;

public record Organization(Id.Organization id, String name, Kind kind) {
  /**
   * The kind of organization. It decides where credentials are managed, and by which administrators
   * (contract 1.4).
   */
  public enum Kind {
    MULTI_TEAM,
    SINGLE_TEAM
  }
}
