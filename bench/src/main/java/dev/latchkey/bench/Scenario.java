package dev.latchkey.bench;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The scenarios, in the order in which they run. Scenarios that end tokens come last. */
public enum Scenario {
  INTROSPECT,
  INTROSPECT_DEAD,
  INTROSPECT_GARBAGE,
  FAIRNESS,
  LATENCY,
  GROWTH,
  REFRESH,
  EXCHANGE,
  REVOKE,
  GATEWAY,
  MIXED,
  SIGNIN_FLOOD,
  FLOODS,
  AUTHORIZE_FLOOD,
  NODES,
  START,
  PURGE,
  LIMITS,
  IDLE,
  SIEGE,
  DELETE_CREDENTIAL;

  private static final Set<Scenario> OF_ANY_SERVER =
      Set.of(EXCHANGE, INTROSPECT, INTROSPECT_GARBAGE, FAIRNESS, FLOODS, LATENCY, REFRESH, REVOKE);

  /**
   * The scenarios that run when the command line names none. {@code latency} takes long, so it runs
   * only if plots are requested.
   */
  public static List<Scenario> usual(Plan.ServerChoice server, boolean plots) {
    return Stream.of(values())
        .filter(
            each -> !(server instanceof Plan.ServerChoice.Running) || OF_ANY_SERVER.contains(each))
        .filter(each -> plots || each != LATENCY)
        .toList();
  }

  void run(Trial trial) {
    switch (this) {
      case EXCHANGE -> TokenMoves.exchange(trial);
      case INTROSPECT -> IntrospectScenario.active(trial);
      case INTROSPECT_DEAD -> IntrospectScenario.inactive(trial);
      case INTROSPECT_GARBAGE -> IntrospectScenario.garbage(trial);
      case FAIRNESS -> FairnessScenario.run(trial);
      case IDLE -> IdleScenario.run(trial);
      case SIEGE -> SiegeScenario.run(trial);
      case LATENCY -> LatencyScenario.run(trial);
      case GROWTH -> GrowthScenario.run(trial);
      case GATEWAY -> GatewayScenario.run(trial);
      case REFRESH -> TokenMoves.refresh(trial);
      case REVOKE -> TokenMoves.revoke(trial);
      case MIXED -> MixedCaller.run(trial);
      case SIGNIN_FLOOD -> SignInFloodScenario.run(trial);
      case FLOODS -> FloodsScenario.run(trial);
      case AUTHORIZE_FLOOD -> AuthorizeFloodScenario.run(trial);
      case NODES -> NodesScenario.run(trial);
      case START -> StartScenario.run(trial);
      case PURGE -> PurgeScenario.run(trial);
      case LIMITS -> LimitsScenario.run(trial);
      case DELETE_CREDENTIAL -> DeleteScenario.run(trial);
    }
  }

  /** The name on the command line and in the results. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
