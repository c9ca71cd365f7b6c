package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.CommandMail;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.credential.Credential;
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
      var offered = new OperatorCredentialActs(installation).offer(personal, to);
      boolean isMailed = new CommandMail(installation).sendOffer(offered);
      result.printDone(
          Json.object()
              .put("client_id", personal.clientId().value())
              .put("to_user_id", offered.to().id().value())
              .put("expires_at", offered.until().toString())
              .put("mailed", isMailed),
          "offered to " + to + ", who can accept it until " + offered.until());
      return 0;
    }
  }
}
