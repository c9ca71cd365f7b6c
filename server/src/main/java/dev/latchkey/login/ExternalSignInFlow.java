package dev.latchkey.login;

import dev.latchkey.console.page.AfterSignIn;
import dev.latchkey.edge.http.Cookies;
import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.login.provider.CreationRule;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.login.provider.OpenIdConnect;
import dev.latchkey.login.provider.ProviderVisit;
import dev.latchkey.login.provider.ReturnCookies;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.ExternalSignIns;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Sends a browser to a provider, to sign in or to link an account, and finds out from the provider
 * who returns.
 */
public final class ExternalSignInFlow {
  static final String COOKIE = "latchkey_external";
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private final Supplier<List<IdentityProvider>> providers;
  private final ExternalSignIns store;
  private final OpenIdConnect connect;
  private final RateLimit unfinished;
  private final RandomGenerator random;

  /**
   * {@code unfinished} limits, for each network, the sign-ins that were started and not completed.
   */
  public ExternalSignInFlow(
      Supplier<List<IdentityProvider>> providers,
      ExternalSignIns store,
      OpenIdConnect connect,
      RateLimit unfinished,
      RandomGenerator random) {
    this.providers = providers;
    this.store = store;
    this.connect = connect;
    this.unfinished = unfinished;
    this.random = random;
  }

  List<IdentityProvider> providers() {
    return providers.get();
  }

  /** The origins to which forms may lead on a page that sends browsers to providers. */
  String origins() {
    return providers.get().stream().map(IdentityProvider::origins).collect(Collectors.joining(" "));
  }

  Optional<IdentityProvider> named(Request request) {
    return Optional.ofNullable(request.segments().get("provider"))
        .flatMap(name ->
            providers.get().stream().filter(provider -> provider.name().equals(name)).findFirst());
  }

  /** The result when a browser returns. */
  sealed interface Arrived {
    record Known(OpenIdConnect.Identified person, ExternalSignIns.Begun begun) implements Arrived {}

    /**
     * This browser was not sent, it was sent to another provider, it took too long, or it returned
     * before. Anyone can send such a request, so it is not recorded.
     */
    record NotSent() implements Arrived {}

    record TooMany(Refusal refusal) implements Arrived {}

    /** A sign-in that was started here and failed. */
    enum Refused implements Arrived {
      DENIED,
      PROVIDER_SILENT,
      TOKEN_UNSOUND
    }
  }

  /** The result when a browser is to be sent. */
  sealed interface Sent {
    record Away(Response redirect) implements Sent {}

    record TooMany(Refusal refusal) implements Sent {}

    /** The provider does not publish the address. */
    record Silent() implements Sent {}
  }

  Sent send(Request request, IdentityProvider provider, ExternalSignIns.Begun begun) {
    var now = request.moment();
    Optional<Refusal> tooMany = unfinished.take(now.network());
    if (tooMany.isPresent()) {
      return new Sent.TooMany(tooMany.get());
    }
    Secret.ExternalSignIn key = Secret.EXTERNAL_SIGN_IN.mint(random);
    Optional<String> address = connect.address(visit(request, provider, key), now);
    if (address.isEmpty()) {
      return new Sent.Silent();
    }
    store.begin(key, provider.name(), begun, now);
    AfterSignIn target =
        begun.linking().isPresent() ? new AfterSignIn.StartPage() : AfterSignIn.of(request);
    return new Sent.Away(
        Response.redirect(303, address.get())
            .with(Cookies.set(COOKIE, key.reveal(), request.isSecure()))
            .with(ReturnCookies.keep(request, target)));
  }

  /** The result for a person whom the provider has identified. */
  sealed interface Opened {
    record SignedIn(Secret.Session key) implements Opened {}

    /** The person has a second factor, so a code is required here as well. */
    record AwaitsCode(Secret.PendingSignIn key) implements Opened {}

    enum Refused implements Opened {
      UNKNOWN,
      USER_DISABLED,
      /** A rule would create the person, but another person has the e-mail address. */
      EMAIL_TAKEN,
      /** A rule names a place that does not exist. */
      RULE_UNUSABLE
    }
  }

  /**
   * Signs the person in. If no account is linked, and a rule of the provider matches, the rule
   * creates one.
   */
  Opened open(
      OpenIdConnect.Identified person,
      IdentityProvider provider,
      SignInBrowser browser,
      RequestMoment now) {
    Secret.Session key = Secret.SESSION.mint(random);
    Secret.PendingSignIn pending = Secret.PENDING_SIGN_IN.mint(random);
    var keys = new ExternalSignIns.Keys(browser.session(key), pending);
    Optional<ExternalSignIns.Newcomer> newcomer =
        provider.match(person.claims()).map(match -> newcomer(provider, match));
    return switch (store.open(person.identity(), newcomer, keys, now)) {
      case SIGNED_IN -> new Opened.SignedIn(key);
      case CODE_AWAITED -> new Opened.AwaitsCode(pending);
      case UNKNOWN -> Opened.Refused.UNKNOWN;
      case USER_DISABLED -> Opened.Refused.USER_DISABLED;
      case EMAIL_TAKEN -> Opened.Refused.EMAIL_TAKEN;
      case RULE_UNUSABLE -> {
        LOG.log(
            System.Logger.Level.WARNING,
            "sign_in {0}: a rule of create names an organization, team or role that"
                + " does not exist, so no person was created",
            provider.name());
        yield Opened.Refused.RULE_UNUSABLE;
      }
    };
  }

  private ExternalSignIns.Newcomer newcomer(
      IdentityProvider provider, IdentityProvider.Match match) {
    CreationRule.Place place = match.rule().place();
    var role = place.role();
    var user =
        new User(
            Id.USER.draw(random),
            match.email().text(),
            match.name(),
            place.organization(),
            role.stored(),
            List.of());
    String rule = provider.name() + "/" + match.rule().name();
    boolean administers = role == User.Role.TEAM_ADMINISTRATOR;
    return new ExternalSignIns.Newcomer(user, place.team(), administers, rule);
  }

  /** Ends a round trip that succeeded, so that it no longer counts as unfinished. */
  Response finish(Request request, String next) {
    unfinished.giveBack(request.moment().network());
    return Response.redirect(303, next)
        .with(Cookies.clear(COOKIE, request.isSecure()))
        .with(ReturnCookies.keep(request, new AfterSignIn.StartPage()));
  }

  Arrived receive(Request request, IdentityProvider provider) {
    Optional<ProviderVisit> visit = returned(request, provider);
    Optional<ExternalSignIns.Begun> begun =
        visit.flatMap(found -> store.finish(found.key(), provider.name(), request.moment()));
    if (visit.isEmpty() || begun.isEmpty()) {
      return notSent(request);
    }
    Optional<String> code = request.query().value("code");
    if (code.isEmpty()) {
      return Arrived.Refused.DENIED;
    }
    return switch (connect.redeem(visit.get(), code.get(), request.moment())) {
      case OpenIdConnect.Outcome.Known(var person) -> new Arrived.Known(person, begun.get());
      case OpenIdConnect.Outcome.Failed why ->
          switch (why) {
            case PROVIDER_SILENT -> Arrived.Refused.PROVIDER_SILENT;
            case TOKEN_UNSOUND -> Arrived.Refused.TOKEN_UNSOUND;
          };
    };
  }

  private Arrived notSent(Request request) {
    return unfinished
        .take(request.moment().network())
        .<Arrived>map(Arrived.TooMany::new)
        .orElseGet(Arrived.NotSent::new);
  }

  /**
   * The visit from which the browser returns. It exists only if the browser has the cookie, the
   * state matches, and the issuer is the one to which it was sent.
   */
  private static Optional<ProviderVisit> returned(Request request, IdentityProvider provider) {
    String issuer = request.query().value("iss").orElse(provider.issuer());
    return request
        .cookie(Cookies.name(COOKIE, request.isSecure()))
        .flatMap(Secret.EXTERNAL_SIGN_IN::parse)
        .map(key -> visit(request, provider, key))
        .filter(found -> found.isState(request.query().value("state").orElse("")))
        .filter(found -> provider.issuer().equals(issuer));
  }

  private static ProviderVisit visit(
      Request request, IdentityProvider provider, Secret.ExternalSignIn key) {
    String redirectUri = request.baseUrl() + "/sign-in/back/" + provider.name();
    return new ProviderVisit(provider, key, redirectUri);
  }
}
