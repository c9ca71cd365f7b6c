package dev.latchkey.mail.smtp;

import dev.latchkey.mail.MailMessage;
import dev.latchkey.model.Id;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The slots of messages that wait. Messages that organizations cause leave room for the others, for
 * example for notices of a changed password, and one organization can use only a part of them. The
 * slots of messages to one person are few as well.
 */
final class OutboxSlots {
  static final int CAPACITY = 1_000;

  private static final int OF_ORGANIZATIONS = 800;
  private static final int OF_ORGANIZATION = 100;
  private static final int TO_PERSON = 20;
  private static final int OF_ORGANIZATION_TO_PERSON = 10;

  private final Map<Id, Integer> used = new HashMap<>();
  private int all;
  private int ofOrganizations;

  /** {@code cause}: the organization that causes the message, if one does. */
  synchronized boolean tryAcquire(MailMessage mail, Optional<Id.Organization> cause) {
    boolean isFree =
        all < CAPACITY
            && used(mail.to()) < TO_PERSON
            && cause.map(organization -> hasRoom(mail.to(), organization)).orElse(true);
    if (isFree) {
      add(mail, cause, 1);
    }
    return isFree;
  }

  private boolean hasRoom(Id.User to, Id.Organization cause) {
    return ofOrganizations < OF_ORGANIZATIONS
        && used(cause) < OF_ORGANIZATION
        && used(to) < OF_ORGANIZATION_TO_PERSON;
  }

  synchronized void release(MailMessage mail, Optional<Id.Organization> cause) {
    add(mail, cause, -1);
  }

  synchronized int used() {
    return all;
  }

  private int used(Id id) {
    return used.getOrDefault(id, 0);
  }

  private void add(MailMessage mail, Optional<Id.Organization> cause, int slots) {
    all += slots;
    change(mail.to(), slots);
    if (cause.isPresent()) {
      ofOrganizations += slots;
      change(cause.get(), slots);
    }
  }

  /** Ids without a slot have no entry, so that there are no more entries than slots. */
  private void change(Id id, int slots) {
    int now = used(id) + slots;
    if (now == 0) {
      used.remove(id);
    } else {
      used.put(id, now);
    }
  }
}
