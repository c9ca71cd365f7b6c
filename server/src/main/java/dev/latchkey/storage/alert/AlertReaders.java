package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.credential.NoticeRecipients.Person;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.limit.Throttle;
import dev.latchkey.storage.people.Administrators;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Who gets mail about an alert: the owner of the credential, and the administrators. */
public record AlertReaders(
    Database database,
    Administrators administrators,
    Function<Id.Organization, Optional<Organization>> organizations) {
  private static final String OWNER =
      """
      SELECT u.user_id, u.name, u.email
      FROM credentials c
      JOIN users u ON u.user_id = c.owner_id
        AND u.active_since IS NOT NULL
      WHERE c.client_id = ?
      """;

  public List<Person> of(Alert alert) {
    var all = new ArrayList<Person>();
    alert.about().client().flatMap(this::owner).ifPresent(all::add);
    all.addAll(
        alert.organization().isPresent()
            ? alert.organization().flatMap(organizations).map(administrators::of).orElse(List.of())
            : administrators.ofPlatform());
    return all.stream().distinct().toList();
  }

  private Optional<Person> owner(Id.Client client) {
    return database.read(sql ->
        sql.one(
            OWNER,
            row -> new NoticeRecipients.Person(row.user(), row.text("name"), row.text("email")),
            client));
  }

  /** Counts a mail. False if the person had enough of them, or of this owner, within a day. */
  public boolean mayMail(Id.User person, Alert about, Instant now) {
    Stream<Throttle> ofOwner =
        about.about().client().flatMap(this::owner).map(Person::id).stream()
            .filter(owner -> !owner.equals(person))
            .map(owner -> Throttle.alertMails(person, owner));
    List<Throttle> bounds = Stream.concat(Stream.of(Throttle.alertMails(person)), ofOwner).toList();
    return database.write(sql -> Throttle.takeAll(sql, now, bounds));
  }
}
