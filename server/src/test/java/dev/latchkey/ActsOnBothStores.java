package dev.latchkey;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Team;
import java.security.SecureRandom;
import java.util.Optional;

/** The actors of tests of acts, which need no page, call or command. */
public abstract class ActsOnBothStores extends OnBothStores {
  protected final SecureRandom random = new SecureRandom();

  protected final Actor.Operator operator =
      new Actor.Operator(RequestMoment.ofCommand(latchkey.clock.instant()));

  protected final Actor.Person actor(Person person) {
    return new Actor.Person(person.user(), latchkey.now());
  }

  protected final Actor.Machine machine(Organization home, Optional<Team> team) {
    return new Actor.Machine(
        Id.VIRTUAL_ADMINISTRATOR.draw(random),
        new Reach(home.id(), team.map(Team::id)),
        latchkey.now());
  }

  protected final AuditEntry newest() {
    return latchkey.stores().operation().auditRecords().newest(1).stream()
        .map(ListedAuditEntry::entry)
        .findFirst()
        .orElseThrow();
  }
}
