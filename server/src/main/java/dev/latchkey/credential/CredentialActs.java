package dev.latchkey.credential;

import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.storage.CredentialStores;
import java.util.random.RandomGenerator;

/** The acts on credentials, with the guards that their pages and calls use too. */
public record CredentialActs(
    CredentialGuard guard,
    CreationGuard creationGuard,
    CreatePersonalCredential createPersonal,
    CreateOrganizationCredential createOrganizational,
    ChangeCredential change,
    ChangeLogo changeLogo,
    DeleteCredential delete,
    OfferCredential offer,
    WithdrawOffer withdrawOffer,
    OfferGuard offerGuard,
    AcceptOffer acceptOffer,
    DeclineOffer declineOffer,
    AddSecret addSecret,
    RetireSecret retireSecret,
    ReissueToken reissueToken,
    RevokeToken revokeToken) {
  public static CredentialActs on(
      CredentialStores stores,
      CreationGuard creation,
      Catalogue catalogue,
      RandomGenerator random) {
    var credentials = stores.credentials();
    var guard = new CredentialGuard(credentials, creation.directory());
    var change = new ChangeCredential(guard, credentials, catalogue);
    var offerGuard = new OfferGuard(credentials, stores.offers());
    return new CredentialActs(
        guard,
        creation,
        new CreatePersonalCredential(stores.newCredentials(), catalogue, random),
        new CreateOrganizationCredential(creation, stores.newCredentials(), catalogue, random),
        change,
        new ChangeLogo(change, credentials, stores.logos(), new LogoReader()),
        new DeleteCredential(guard, credentials),
        new OfferCredential(guard, stores.offers()),
        new WithdrawOffer(guard, stores.offers()),
        offerGuard,
        new AcceptOffer(offerGuard),
        new DeclineOffer(offerGuard),
        new AddSecret(guard, stores.secrets(), random),
        new RetireSecret(guard, stores.secrets()),
        new ReissueToken(guard, creation, stores, random),
        new RevokeToken(guard, stores.tokens()));
  }
}
