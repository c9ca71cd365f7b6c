package dev.latchkey.model.credential;

import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.User;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A credential (contract 2.1). People create credentials in the web application; there is no API
 * call that creates one.
 */
public sealed interface Credential {
  Id.Client clientId();

  String name();

  Id.Organization organization();

  Id.User owner();

  Scopes scope();

  /** From where it can be used. */
  AllowedNetworks networks();

  /** How people see it. */
  AppProfile profile();

  /** The same credential with other words about it. Its logo stays. */
  Credential as(AppProfile described);

  Instant createdAt();

  /**
   * Every change increases this number. A change that was prepared from an older version is
   * refused, so two people who edit at once cannot overwrite each other's change unnoticed.
   */
  int version();

  record Personal(
      Id.Client clientId,
      String name,
      Id.Organization organization,
      Id.User owner,
      Scopes scope,
      List<RedirectUri> redirectUris,
      Set<Option> options,
      AllowedNetworks networks,
      AppProfile profile,
      Instant createdAt,
      int version)
      implements Credential {

    /**
     * How many secrets of a credential can be active at once: the old one and the new one, while an
     * app changes from one to the other.
     */
    public static final int MAX_SECRETS = 2;

    public Personal {
      redirectUris = List.copyOf(redirectUris);
      options = Set.copyOf(options);
    }

    /**
     * This credential with only those options that take effect while a person of this role owns it.
     */
    public Personal ownedBy(User.Role role) {
      Set<Option> effective =
          options.stream()
              .filter(option -> option.isFor(role))
              .collect(Collectors.toUnmodifiableSet());
      return with(effective);
    }

    /** The same credential with other options. */
    public Personal with(Set<Option> others) {
      return new Personal(
          clientId,
          name,
          organization,
          owner,
          scope,
          redirectUris,
          others,
          networks,
          profile,
          createdAt,
          version);
    }

    @Override
    public Personal as(AppProfile described) {
      return as(redirectUris, described);
    }

    /** The same credential as its app describes itself now. */
    public Personal as(List<RedirectUri> others, AppProfile described) {
      return new Personal(
          clientId,
          name,
          organization,
          owner,
          scope,
          others,
          options,
          networks,
          described.with(profile.logo()),
          createdAt,
          version);
    }

    /**
     * Whether this credential may inspect a token. It may inspect its own tokens. A resource
     * server's credential may inspect all tokens of its organization (rule 3.3).
     */
    public boolean mayInspect(Id.Client client, Id.Organization where) {
      return clientId.equals(client)
          || (options.contains(Option.RESOURCE_SERVER) && organization.equals(where));
    }
  }

  record Organizational(
      Id.Client clientId,
      String name,
      Id.Organization organization,
      Id.User owner,
      Scopes scope,
      Id.VirtualAdministrator subject,
      Reach reach,
      AllowedNetworks networks,
      AppProfile profile,
      Instant createdAt,
      int version)
      implements Credential {
    @Override
    public Organizational as(AppProfile described) {
      return new Organizational(
          clientId,
          name,
          organization,
          owner,
          scope,
          subject,
          reach,
          networks,
          described.with(profile.logo()),
          createdAt,
          version);
    }
  }

  /** Options of a personal credential. Each is off until the owner turns it on. */
  enum Option {
    /** The client must use PKCE (rule 1.4). */
    REQUIRE_PROOF_KEY,
    /**
     * The authorization response has no {@code iss} parameter, for clients that fail on an
     * unexpected parameter (rule 1.6).
     */
    OMIT_ISSUER,
    /** Scopes are separated by spaces instead of commas (clients.md 7). */
    SPACE_SEPARATED_SCOPE,
    /** On the consent page users may leave out single scopes. */
    LEAVE_OUT_SCOPES,
    /** The credential may introspect every token of its organization (rule 3.3). */
    RESOURCE_SERVER,
    /** The credential receives the signed assertion when it asks about a call (rule 4.3). */
    GATEWAY,
    /** Devices without a browser may ask for access (RFC 8628). */
    DEVICE_FLOW;

    /**
     * Whether the option takes effect while a person of this role owns the credential. {@link
     * #GATEWAY} needs a super administrator, because a gateway speaks to services for callers of
     * every organization.
     */
    public boolean isFor(User.Role owner) {
      return this != GATEWAY || owner == User.Role.SUPER_ADMINISTRATOR;
    }
  }
}
