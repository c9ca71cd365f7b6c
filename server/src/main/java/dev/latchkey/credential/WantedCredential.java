package dev.latchkey.credential;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What was entered about a credential. The values stay as they were typed, so that nothing has to
 * be typed again after an error. {@code networks}: one in each line. {@code profile} has no logo,
 * which is sent by itself.
 */
public record WantedCredential(
    String name,
    List<String> redirectUris,
    Scopes scope,
    Set<Credential.Option> options,
    String networks,
    AppProfile profile) {
  public static final int MAX_REDIRECT_URIS = 10;
  public static final WantedCredential NOTHING =
      new WantedCredential("", List.of(), Scopes.NONE, Set.of(), "", AppProfile.NONE);

  public static WantedCredential of(Credential stored) {
    return switch (stored) {
      case Credential.Personal personal ->
          new WantedCredential(
              personal.name(),
              personal.redirectUris().stream().map(RedirectUri::text).toList(),
              personal.scope(),
              personal.options(),
              personal.networks().text(),
              personal.profile().with(Optional.empty()));
      case Credential.Organizational machine ->
          new WantedCredential(
              machine.name(),
              List.of(),
              machine.scope(),
              Set.of(),
              machine.networks().text(),
              machine.profile().with(Optional.empty()));
    };
  }

  public WantedCredential withRedirectUri(String uri) {
    var more = new ArrayList<>(redirectUris);
    more.add(uri);
    return new WantedCredential(name, more, scope, options, networks, profile);
  }

  /** A new credential of this person. */
  Credential.Personal ownedBy(User owner, Id.Client client, Instant now) {
    return new Credential.Personal(
        client,
        name,
        owner.organization(),
        owner.id(),
        scope,
        uris(),
        options,
        AllowedNetworks.parse(networks),
        profile,
        now,
        1);
  }

  /** A new credential of an organization, which this person owns. */
  Credential.Organizational ownedBy(
      User owner, CreationGuard.Target target, RandomGenerator random, Instant now) {
    return new Credential.Organizational(
        Id.CLIENT.draw(random),
        name,
        target.organization().id(),
        owner.id(),
        scope,
        Id.VIRTUAL_ADMINISTRATOR.draw(random),
        target.reach(),
        AllowedNetworks.parse(networks),
        profile,
        now,
        1);
  }

  /** The credential with what is wanted. {@code version}: the one that it has. */
  Credential over(Credential known, int version) {
    return switch (known) {
      case Credential.Personal personal ->
          new Credential.Personal(
              personal.clientId(),
              name,
              personal.organization(),
              personal.owner(),
              scope,
              uris(),
              options,
              AllowedNetworks.parse(networks),
              profile.with(personal.profile().logo()),
              personal.createdAt(),
              version);
      case Credential.Organizational machine ->
          new Credential.Organizational(
              machine.clientId(),
              name,
              machine.organization(),
              machine.owner(),
              scope,
              machine.subject(),
              machine.reach(),
              AllowedNetworks.parse(networks),
              profile.with(machine.profile().logo()),
              machine.createdAt(),
              version);
    };
  }

  private List<RedirectUri> uris() {
    return redirectUris.stream().map(RedirectUri::new).toList();
  }
}
