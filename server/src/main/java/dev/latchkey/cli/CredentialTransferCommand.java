package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Credential;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.credential.TransferOffers;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description =
        "Offer a personal credential to another person of its organization, who accepts or declines it on a page"
            + " within 7 days.",
    footer = "  latchkey credential transfer --client-id cli_… --to lee@example.com")
final class CredentialTransferCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private CredentialOption which = new CredentialOption();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      description = "The e-mail address of the new owner.")
  private String to = "";

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      Credential.Personal personal = which.findPersonal(installation);
      TransferOffers offers = installation.stores().credentials().offers();
      RequestMoment now = installation.commandMoment();
      Id.User heir = heir(personal, offers, installation);
      switch (offers.offer(personal, heir, personal.owner(), now)) {
        case OFFERED -> {}
        case OFFERED_BEFORE ->
            throw new ConfigFault(
                "the credential has been offered already, and the offer has not been answered");
        case EDIT_CONFLICT ->
            throw new ConfigFault(
                "the credential or the person was changed at the same moment. Try again");
      }
      boolean isMailed = new CommandMail(installation).sendOffer(personal, heir, now);
      Instant until = now.at().plus(TransferOffers.Offer.LIFETIME);
      result.printDone(
          Json.object()
              .put("client_id", personal.clientId().value())
              .put("to_user_id", heir.value())
              .put("expires_at", until.toString())
              .put("mailed", isMailed),
          "offered to " + to + ", who can accept it until " + until);
      return 0;
    }
  }

  private Id.User heir(
      Credential.Personal personal, TransferOffers offers, Installation installation) {
    Id.User heir =
        offers
            .findNewOwner(EmailAddress.normal(to), personal.organization())
            .orElseThrow(() ->
                new ConfigFault(
                    to
                        + " is not an active person of the organization "
                        + new StoreLookup(installation.stores()).home(personal).name()));
    if (heir.equals(personal.owner())) {
      throw new ConfigFault(to + " owns the credential already");
    }
    return heir;
  }
}
