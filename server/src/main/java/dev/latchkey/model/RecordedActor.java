package dev.latchkey.model;

import java.util.Optional;

/**
 * Who did what an entry of the audit log records: a person or the virtual administrator of an
 * organization credential, who have an id in the store, or one of {@link Unnamed}.
 *
 * <p>No column says it: the id does, and without one the address, which no request can have: {@code
 * command line} is an operator, {@code console} the server. So entries that exist already needed no
 * change.
 */
public sealed interface RecordedActor permits Id.Subject, RecordedActor.Unnamed {
  /** The kinds of actors in files and in the log. */
  enum Kind {
    PERSON,
    VIRTUAL_ADMINISTRATOR,
    OPERATOR,
    SERVER
  }

  /** Actors without an id. The address of an entry tells them apart, also in a stored entry. */
  enum Unnamed implements RecordedActor {
    /** An operator, who runs a command on the server. */
    OPERATOR("command line"),
    /** The server itself. Commands of early releases have the same address. */
    SERVER("console"),
    /** A caller who has not proven to be a person of the store. */
    UNKNOWN("");

    private final String address;

    Unnamed(String address) {
      this.address = address;
    }

    /** What stands in the place of an address in the entries of the actor. */
    public String address() {
      return address;
    }
  }

  /** Who acts at an address, as far as the address says so. */
  static RecordedActor at(String address) {
    for (Unnamed actor : Unnamed.values()) {
      if (actor.address.equals(address)) {
        return actor;
      }
    }
    return Unnamed.UNKNOWN;
  }

  default Optional<Id.Subject> subject() {
    return this instanceof Id.Subject subject ? Optional.of(subject) : Optional.empty();
  }

  /** Empty if it is unknown. */
  default Optional<Kind> kind() {
    return switch (this) {
      case Id.User _ -> Optional.of(Kind.PERSON);
      case Id.VirtualAdministrator _ -> Optional.of(Kind.VIRTUAL_ADMINISTRATOR);
      case Unnamed.UNKNOWN -> Optional.empty();
      case Unnamed.OPERATOR -> Optional.of(Kind.OPERATOR);
      case Unnamed.SERVER -> Optional.of(Kind.SERVER);
    };
  }
}
