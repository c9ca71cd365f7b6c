package dev.latchkey.protocol.authorize;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.model.Limits;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.model.token.UserCode;
import dev.latchkey.storage.credential.OwnerChange;
import dev.latchkey.storage.grants.EarlierConsent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The data of the consent page (security row 27): the app that asks, the user, how the request came
 * here, the scope, and the lifetimes.
 */
public record ConsentView(
    Arrival arrival,
    App app,
    User user,
    Permissions permissions,
    Optional<EarlierConsent> earlier,
    Limits limits) {

  /** How the request came here, and where the answer goes. */
  public sealed interface Arrival {}

  /**
   * The browser brought the request, and is sent back to the app with the answer.
   *
   * @param resource the part of the open interface for which the app asks its tokens (RFC 8707). A
   *     device asks for all of it
   */
  public record ByBrowser(
      SealedRequest request, String redirectUri, Optional<Resources.Named> resource)
      implements Arrival {
    /** The origin to which the browser will be sent, in a form for people. */
    public String origin() {
      return RedirectUri.origin(redirectUri);
    }
  }

  /**
   * A device asked, and the user has typed its code (RFC 8628).
   *
   * @param address from which the device asked
   * @param isNearby whether the device is in the network of the browser
   */
  public record ByDevice(UserCode code, String address, Instant at, boolean isNearby)
      implements Arrival {}

  /**
   * The scopes that the app asks for. {@code before}: those of active grants. {@code mayLeaveOut}:
   * whether the user may leave out single ones, and {@code chosen}: those that are ticked.
   */
  public record Permissions(List<Scope> scope, Scopes before, boolean mayLeaveOut, Scopes chosen) {
    public Permissions {
      scope = List.copyOf(scope);
    }
  }

  /** The app that asks, with its owner and organization. */
  public record App(
      Credential.Personal credential,
      User owner,
      Optional<OwnerChange> ownerChange,
      Organization organization,
      Optional<RequestingClient.LetIn> origin) {
    public String name() {
      return credential.name();
    }
  }

  /** How many days the access lasts at most. */
  public long days() {
    long usual = limits.grantDays();
    return app.origin.map(from -> Math.min(usual, from.longest().toDays())).orElse(usual);
  }

  /** Who publishes an app that has no credential. Empty for a program that registered itself. */
  public String publisher() {
    return app.origin.flatMap(RequestingClient.LetIn::host).orElse("");
  }

  /**
   * Whether the homepage is on the host that publishes the app. Of an app with a credential nothing
   * is known about its homepage but what its developer says.
   */
  public boolean isHomepageOfPublisher() {
    String homepage = app.credential.profile().homepage();
    return !homepage.isEmpty() && AppProfile.host(homepage).equals(publisher());
  }

  /** Where the decision is sent. */
  public String action() {
    return switch (arrival) {
      case ByBrowser _ -> "/consent";
      case ByDevice _ -> DevicePage.PATH;
    };
  }

  /** The hidden field that takes the request along. */
  public AfterSignIn.Field field() {
    return switch (arrival) {
      case ByBrowser browser -> new AfterSignIn.Field("request", browser.request.text());
      case ByDevice device -> new AfterSignIn.Field(DevicePage.CODE, device.code.reveal());
    };
  }

  /** Where another user goes on. The code of a device must be typed again. */
  public AfterSignIn.Field afterSignOut() {
    return switch (arrival) {
      case ByBrowser _ -> field();
      case ByDevice _ -> new AfterSignIn.Field("next", DevicePage.PATH);
    };
  }

  /** Whether the person confirms with the password, if the sign-in is old. */
  public boolean isSensitive() {
    return Scopes.of(permissions.scope.stream().map(Scope::name).toList()).manageInstallation();
  }

  public List<Scope> reads() {
    return permissions.scope.stream().filter(entry -> !entry.writes()).toList();
  }

  public List<Scope> writes() {
    return permissions.scope.stream().filter(Scope::writes).toList();
  }

  /**
   * Whether the owner of the app belongs to the user's own organization, whose administrators
   * manage the owner's account. The organization cannot vouch for any other owner.
   */
  public boolean isOwnerVerified() {
    return app.organization.id().equals(user.organization());
  }

  /** The consent that the user gave to another owner of the app. */
  public Optional<EarlierConsent> givenToFormerOwner() {
    return earlier.filter(consent -> !consent.owner().equals(app.owner.id()));
  }

  /** The redirect URIs that the app has now and did not have at the user's latest consent. */
  public List<RedirectUri> newRedirectUris() {
    List<RedirectUri> known =
        earlier.map(EarlierConsent::redirectUris).orElse(app.credential.redirectUris());
    return app.credential.redirectUris().stream().filter(uri -> !known.contains(uri)).toList();
  }

  /** Whether the browser will be sent to one of the new redirect URIs. */
  public boolean leadsToNewRedirectUri() {
    return switch (arrival) {
      case ByBrowser browser ->
          newRedirectUris().stream().anyMatch(uri -> uri.admits(browser.redirectUri));
      case ByDevice _ -> false;
    };
  }

  public boolean hasGrantedBefore() {
    return !permissions.before.isEmpty();
  }

  public boolean hasNew() {
    return permissions.scope.stream().anyMatch(this::isNew);
  }

  public boolean isNew(Scope entry) {
    return hasGrantedBefore() && !permissions.before.names().contains(entry.name());
  }

  public boolean isChosen(Scope entry) {
    return permissions.chosen.names().contains(entry.name());
  }
}
