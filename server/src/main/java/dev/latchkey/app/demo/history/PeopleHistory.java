package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Teams, and the people of {@code people.txt}: who invited them when, when they chose a password,
 * how they sign in, and who was disabled. Their passwords are not known, so only the six whom the
 * demo prints can sign in.
 */
record PeopleHistory(Past past, SignIns signIns, PasswordHash unknownPassword) {
  private static final String MEMBER_OF_SEVERAL = ", ";
  private static final String ADMINISTERS = "*";
  private static final int TEAMS_CREATED = 410;

  void tell() {
    int ago = TEAMS_CREATED;
    for (String name : List.of("Cygnus", "Dragonfly", "Customer Success Latin America")) {
      past.timeline()
          .add(
              past.days().atWork(ago),
              SignIns.OFFICE,
              now ->
                  past.acts()
                      .createTeam()
                      .by(
                          past.cast().actor("olga", now),
                          past.cast().organization("Acme").id(),
                          name));
      ago -= 5;
    }
    TableRow.of("people").forEach(this::tell);
  }

  private void tell(TableRow row) {
    String name = row.text(0);
    Instant invited = past.days().atWork(row.number(4));
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(past.random());
    past.timeline().add(invited, SignIns.OFFICE, now -> invite(row, link, now));
    String[] what = row.text(5).split(" ");
    if (what[0].equals("invited")) {
      return;
    }
    Instant chosen = invited.plus(Duration.ofSeconds(past.chance().nextLong(400, 3_000)));
    past.timeline().add(chosen, signIns.addressOf(name), now -> choosePassword(name, link, now));
    int until = 0;
    switch (what[0]) {
      case "passkey" -> signIns.addPasskey(name, chosen.plus(Duration.ofDays(21)));
      case "app" -> signIns.addApp(name, past.days().atWork(17));
      case "disabled" -> {
        until = Integer.parseInt(what[1]);
        Instant end = past.days().atWork(until);
        signIns.tellOnce(name, until + 3);
        past.timeline().add(end, SignIns.OFFICE, now -> disable(name, now));
      }
      default -> {}
    }
    if (what[0].equals("idle")) {
      signIns.tellOnce(name, Integer.parseInt(what[1]));
    } else {
      signIns.tell(name, row.number(4) - 4, until + 3);
    }
  }

  private void invite(TableRow row, Secret.PasswordLink link, RequestMoment now) {
    Organization home = past.cast().organization(row.text(2));
    var user =
        new User(
            Id.USER.draw(past.random()),
            row.text(0) + Cast.DOMAIN,
            row.text(1),
            home.id(),
            row.text(0).equals("priya.raghunathan")
                ? User.Role.ORGANIZATION_ADMINISTRATOR
                : User.Role.MEMBER,
            row.parts(3, MEMBER_OF_SEVERAL).map(team -> membership(home, team)).toList());
    var by = past.cast().actor(home.name().equals("Acme") ? "olga" : "tara", now);
    past.stores().users().administration().invite(user, link, by);
    past.cast().add(row.text(0), user.id());
  }

  private User.Membership membership(Organization home, String name) {
    Team team = past.cast().team(home, name.replace(ADMINISTERS, ""));
    return new User.Membership(team, name.endsWith(ADMINISTERS));
  }

  private void choosePassword(String name, Secret.PasswordLink link, RequestMoment now) {
    User user = past.cast().person(name);
    past.stores().users().links().spend(link, user, unknownPassword, now);
  }

  private void disable(String name, RequestMoment now) {
    UserAdministration people = past.stores().users().administration();
    people.disable(people.find(past.cast().id(name)).orElseThrow(), past.cast().actor("olga", now));
  }
}
