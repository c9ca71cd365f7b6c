package dev.latchkey.cli.credential;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.Answers;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.CommandJson;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.LimitOption;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.cli.option.YesOption;
import dev.latchkey.cli.people.OperatorActs;
import dev.latchkey.issued.RevokeTokens;
import dev.latchkey.issued.TokenGuard;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = "Manage tokens without a browser.",
    synopsisSubcommandLabel = "COMMAND")
public final class TokenCommand {
  private static final int INTERVAL = 100_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Whose tokens are listed or revoked. */
  static class Whose {
    @Option(
        names = "--organization",
        required = true,
        paramLabel = "NAME",
        description =
            "Those of the credentials of this organization and of its members, by its name or id.")
    @Nullable String organization;

    @Option(
        names = "--client-id",
        required = true,
        paramLabel = "ID",
        description = "Those of this credential.")
    @Nullable String clientId;

    @Option(
        names = "--email",
        required = true,
        paramLabel = "ADDRESS",
        description = "Those that represent this person.")
    @Nullable String email;

    Optional<TokenSelection.Whose> selected(Stores stores) {
      var lookup = new StoreLookup(stores);
      if (organization != null) {
        return Optional.of(
            new TokenSelection.Whose.OfOrganization(lookup.organization(organization).id()));
      }
      if (clientId != null) {
        return Optional.of(new TokenSelection.Whose.OfCredential(lookup.credential(clientId)));
      }
      return Optional.ofNullable(email)
          .map(address -> new TokenSelection.Whose.OfPerson(lookup.user(address).user().id()));
    }
  }

  /** What is revoked. */
  static final class What extends Whose {
    @Option(
        names = "--token-id",
        required = true,
        paramLabel = "ID",
        description = "One of them, by the token_id of the list.")
    @Nullable String tokenId;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "List active access, the newest first: the grants of people and the tokens of organization credentials.",
        "A grant has one pair of tokens. The tokens themselves are not stored and cannot be printed."
      },
      footer = "  latchkey token list --email lee@example.com --limit 20")
  int list(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @ArgGroup(multiplicity = "1") Whose whose,
      @Mixin LimitOption most) {
    int limit = most.checked();
    try (Installation installation = store.open()) {
      IssuedTokens tokens = installation.stores().grants().issuedTokens();
      var which = TokenSelection.of(whose.selected(installation.stores()).orElseThrow());
      RequestMoment now = installation.commandMoment();
      List<ObjectNode> rows =
          newest(tokens, which, limit, now).stream().map(CommandJson::of).toList();
      result.printList(
          new Listing("tokens", rows, total(tokens.count(which, now), rows.size()), false),
          List.of("token_id", "type", "credential", "email", "created_at", "expires_at"));
      return 0;
    }
  }

  private static List<IssuedTokens.Listed> newest(
      IssuedTokens tokens, TokenSelection which, int limit, RequestMoment now) {
    IssuedTokens.Found part = tokens.find(which, IssuedTokens.Position.NEWEST, limit, now);
    var found = new ArrayList<>(part.tokens());
    while (found.size() < limit && part.next().isPresent()) {
      part = tokens.find(which, part.next().get(), limit - found.size(), now);
      found.addAll(part.tokens());
    }
    return found;
  }

  private static int total(IssuedTokens.Count counted, int listed) {
    return Math.max(counted.total(), listed);
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = {
        "Revoke many tokens at once, or one. A running service applies it at once, on every node.",
        "With --issued-before alone it revokes everything that was issued before a time, for a restored or"
            + " stolen store: the access that people have allowed, with its tokens and codes, organization"
            + " tokens, sessions, and one-time links."
      },
      footer = {
        "  latchkey token revoke --client-id cli_… \\",
        "    --issued-before 2026-03-01T12:00:00Z --yes",
        "  latchkey token revoke --issued-before now"
      })
  int revoke(
      @Mixin StoreOptions store,
      @Mixin ResultOptions result,
      @Mixin YesOption confirmation,
      @ArgGroup(multiplicity = "0..1") @Nullable What what,
      @Option(
              names = "--issued-before",
              paramLabel = "TIME",
              description = {
                "Only what was issued before a time such as",
                "2026-03-01T12:00:00Z or 2026-03-01T13:00:00+01:00,",
                "or now. Without another option: everything, also",
                "sessions and one-time links."
              })
          @Nullable String issuedBefore) {
    if (what == null && issuedBefore == null) {
      throw new ParameterException(
          spec.commandLine().getSubcommands().get("revoke"),
          "Missing required option: --organization, --client-id, --email, --token-id or"
              + " --issued-before");
    }
    try (Installation installation = store.open()) {
      Instant now = installation.commandMoment().at();
      Optional<Instant> before =
          Optional.ofNullable(issuedBefore)
              .filter(text -> !text.equals(FileArguments.NOW))
              .map(text -> FileArguments.pastTime("--issued-before", text, now));
      if (what == null) {
        revokeEverything(installation, result, before);
      } else {
        TokenSelection.Whose whose =
            what.selected(installation.stores()).orElseGet(() -> one(String.valueOf(what.tokenId)));
        revoke(installation, result, confirmation, new TokenSelection(whose, before));
      }
      return 0;
    }
  }

  private static TokenSelection.Whose one(String tokenId) {
    return Id.GRANT
        .parse(tokenId)
        .<TokenSelection.Whose>map(TokenSelection.Whose.OneGrant::new)
        .or(() -> SecretHash.parse(tokenId).map(TokenSelection.Whose.OneOrganizationToken::new))
        .orElseThrow(() ->
            new ConfigFault(
                "--token-id is not a token_id of the list. To see them: latchkey token list --help"));
  }

  private static void revoke(
      Installation installation,
      ResultOptions result,
      YesOption confirmation,
      TokenSelection which) {
    // A count takes time on a busy store, and a leak does not wait for it.
    if (!confirmation.isGiven()) {
      IssuedTokens tokens = installation.stores().grants().issuedTokens();
      IssuedTokens.Count active = tokens.count(which, installation.commandMoment());
      if (active.total() > 1 || active.isMore()) {
        confirmation.ask(
            "revokes %s grants and organization tokens"
                .formatted(counted(active.total(), active.isMore())));
      }
    }
    TokenRevocation.Ended ended = end(installation, which);
    result.printDone(revoked(ended), "Revoked: " + tokens(ended) + ".");
  }

  private static TokenRevocation.Ended end(Installation installation, TokenSelection which) {
    var act = installation.tokenActs().revokeTokens();
    return switch (act.by(installation.operator(), which, new Progress())) {
      case RevokeTokens.Revoked(var ended) -> ended;
      case RevokeTokens.OwnerChanged _ ->
          throw new ConfigFault(
              "the credential was deleted or has a new owner since the question. Look again");
      case TokenGuard.Refused _ -> throw OperatorActs.gone();
    };
  }

  private static ObjectNode revoked(TokenRevocation.Ended ended) {
    return ViewJson.of(new Answers.Revoked(ended.grants(), ended.organizationTokens()));
  }

  private static String tokens(TokenRevocation.Ended ended) {
    return ended.isMore()
        ? counted(TokenRevocation.CLEARED_AT_ONCE, true) + " grants and organization tokens"
        : String.format(
            Locale.ROOT,
            "%,d grants, %,d organization tokens",
            ended.grants(),
            ended.organizationTokens());
  }

  private static String counted(int number, boolean isMore) {
    return String.format(Locale.ROOT, isMore ? "more than %,d" : "%,d", number);
  }

  private static void revokeEverything(
      Installation installation, ResultOptions result, Optional<Instant> issuedBefore) {
    var everything = new TokenSelection(new TokenSelection.Whose.Everyone(), issuedBefore);
    TokenRevocation.Ended ended = end(installation, everything);
    result.printDone(
        revoked(ended).put("sessions", ended.sessions()).put("links", ended.links()),
        String.format(
            Locale.ROOT,
            """
            Revoked: the access of %s, %,d sessions, %,d one-time links.
            Client secrets are not revoked: rotate those that were retired since a backup.\
            """,
            tokens(ended),
            ended.sessions(),
            ended.links()));
  }

  /** Prints how many grants have ended, whenever it is a hundred thousand more. */
  private static final class Progress implements IntConsumer {
    private int told;

    @Override
    public void accept(int grants) {
      if (grants - told >= INTERVAL) {
        System.err.printf(Locale.ROOT, "  %,d grants%n", grants);
        told = grants;
      }
    }
  }
}
