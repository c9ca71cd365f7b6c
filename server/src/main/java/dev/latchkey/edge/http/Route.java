package dev.latchkey.edge.http;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One method on one path: who may call it, which kinds of body it accepts, how its refusals look,
 * and which handler answers. A route that is not open can be created only by the class that
 * enforces its access, so that a route never has an access that nothing enforces: {@link
 * ClientGuard}, {@link BearerGuard}, and a {@link Guard} for pages.
 */
public final class Route {
  private final Access access;
  private final Effect effect;
  private final Target target;
  private final Set<Body.Kind> bodies;
  private final Audience face;
  private final Work work;
  private final String hint;

  private Route(
      Access access,
      Effect effect,
      Target target,
      Set<Body.Kind> bodies,
      Audience face,
      Work work) {
    this.access = access;
    this.effect = effect;
    this.target = target;
    this.bodies = bodies;
    this.face = face;
    this.work = work;
    this.hint = "";
  }

  private Route(Route other, Set<Body.Kind> bodies, Work work, String hint) {
    this.access = other.access;
    this.effect = other.effect;
    this.target = other.target;
    this.bodies = bodies;
    this.face = other.face;
    this.work = work;
    this.hint = hint;
  }

  private record Target(String method, PathPattern pattern) {
    static Target of(String method, String pattern) {
      return new Target(method, PathPattern.of(pattern));
    }
  }

  /** The kind of reader that a refusal is written for. */
  public enum Audience {
    /** A program. */
    JSON,
    /** A person. */
    PAGE,
    /** Another gateway, which asks about a call that it has received. */
    GATEWAY_CHECK,
    /**
     * A proxy or a service manager that asks about this process. It may use any host name and plain
     * http, because it often knows no more than the address of the process.
     */
    PROBE
  }

  /** On which thread the handler runs. A test fails if a handler blocks the event loop. */
  public sealed interface Work {
    /**
     * The handler may wait for the store or for another service. It runs on a thread of its own for
     * each request.
     */
    record Waiting(Handler handler) implements Work {}

    /** The handler never blocks. It runs on the event loop. */
    record Immediate(Handler handler) implements Work {}

    /**
     * Memory is asked first, on the event loop. That never blocks. If memory cannot decide, it
     * returns empty and has done nothing. Then the handler runs, which may block.
     */
    record MemoryFirst(FromMemory memory, Handler handler) implements Work {}
  }

  @FunctionalInterface
  public interface Handler {
    Response answer(Request request);
  }

  @FunctionalInterface
  public interface FromMemory {
    Optional<Response> answer(Request request);
  }

  /** A route that any program may call. */
  public static Route open(String method, String pattern, Handler handler, Body.Kind... bodies) {
    return ofProgram(Access.General.OPEN, method, pattern, handler, bodies);
  }

  /** A route at which any program may ask about the state of this process. */
  public static Route probe(String pattern, Handler handler) {
    return new Route(
        Access.General.OPEN,
        Effect.READ,
        Target.of("GET", pattern),
        Set.of(),
        Audience.PROBE,
        new Work.Waiting(handler));
  }

  /** A page that any person may open. */
  public static Route openPage(String method, String pattern, Handler handler) {
    return page(
        Access.General.OPEN, Effect.withoutSignIn(method), Target.of(method, pattern), handler);
  }

  /** A page for the persons that the guard lets in. The guard enforces what the effect requires. */
  public static <P> Route page(String pattern, Guard<P> guard, Function<P, Response> handler) {
    return page(
        guard.access(),
        guard.effect(),
        Target.of(guard.effect().method(), pattern),
        request -> guard.rule().answer(request, handler));
  }

  private static Route page(Access access, Effect effect, Target target, Handler handler) {
    Set<Body.Kind> bodies = target.method().equals("POST") ? Set.of(Body.Kind.FORM) : Set.of();
    return new Route(access, effect, target, bodies, Audience.PAGE, new Work.Waiting(handler));
  }

  /** A route for programs whose handler enforces the access itself. */
  static Route ofProgram(
      Access.General access, String method, String pattern, Handler handler, Body.Kind... bodies) {
    return new Route(
        access,
        Effect.withoutSignIn(method),
        Target.of(method, pattern),
        Set.of(bodies),
        Audience.JSON,
        new Work.Waiting(handler));
  }

  /**
   * A route at which another gateway asks about a call. The gateway's request may have any method,
   * and a body that it has copied from the call without need.
   */
  static Route verdict(String pattern, Handler handler) {
    return new Route(
        Access.General.BEARER,
        Effect.READ,
        Target.of("*", pattern),
        Set.of(),
        Audience.GATEWAY_CHECK,
        new Work.Waiting(handler));
  }

  /** The same route, with a handler that never blocks. */
  public Route immediate() {
    return with(new Work.Immediate(handler()));
  }

  /**
   * The same route, with memory asked before the handler. {@code memory} must enforce the access
   * too.
   */
  Route memoryFirst(FromMemory memory) {
    return with(new Work.MemoryFirst(memory, handler()));
  }

  private Route with(Work other) {
    return new Route(this, bodies, other, hint);
  }

  /** The same route. At another method its path is refused with this sentence in addition. */
  public Route hinting(String sentence) {
    return new Route(this, bodies, work, sentence);
  }

  /** The same page, whose form can have a file. */
  public Route uploading() {
    return new Route(this, Set.of(Body.Kind.FORM, Body.Kind.UPLOAD), work, hint);
  }

  private Handler handler() {
    return switch (work) {
      case Work.Waiting waiting -> waiting.handler();
      case Work.Immediate immediate -> immediate.handler();
      case Work.MemoryFirst first -> first.handler();
    };
  }

  public Access access() {
    return access;
  }

  public Effect effect() {
    return effect;
  }

  public String method() {
    return target.method();
  }

  public PathPattern pattern() {
    return target.pattern();
  }

  public Set<Body.Kind> bodies() {
    return bodies;
  }

  public Audience face() {
    return face;
  }

  public Work work() {
    return work;
  }

  String hint() {
    return hint;
  }

  @Override
  public String toString() {
    return method() + " " + pattern();
  }
}
