package dev.latchkey.bench;

import dev.latchkey.bench.host.ComparedNginx;
import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.StartedServer;
import dev.latchkey.host.HostFault;
import dev.latchkey.host.TemporaryDirectory;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Connection;
import dev.latchkey.load.Load;
import dev.latchkey.load.LoadDriver;
import dev.latchkey.load.Pace;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The servers that are used as yardsticks: Netty and nginx with fixed answers of as many bytes as
 * an introspection. They run during the whole benchmark. Each is measured right before and right
 * after every run that is compared with it, because a shared machine changes its speed within
 * minutes.
 */
final class BaselineServers implements AutoCloseable {
  static final String NETTY = "netty";
  static final String NGINX = "nginx";

  private static final Duration MIN_WINDOW = Duration.ofSeconds(1);
  private static final int SHARE_OF_RUN = 2;

  private final Plan plan;
  private final ServerUnderTest subject;
  private final boolean hasOwnProcessor;
  private final TemporaryDirectory directory = TemporaryDirectory.make();
  private final List<Fixed> servers = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  private BaselineServers(Plan plan, Cores cores, ServerUnderTest subject) {
    this.plan = plan;
    this.subject = subject;
    this.hasOwnProcessor = cores.canPin();
    int bytes = answerBytes(Target.Method.GET);
    StartedServer netty = StartedServer.fixed(cores::forServer, bytes);
    servers.add(new Fixed(NETTY, netty, FixedAnswer.ofNetty(bytes)));
    Optional<StartedServer> nginx = ComparedNginx.fixed(bytes, directory.path(), cores::forServer);
    nginx.ifPresentOrElse(
        served -> servers.add(new Fixed(NGINX, served, FixedAnswer.ofNginx(bytes))),
        () -> remarks.add("nginx is not installed, so its fixed answer is left out."));
  }

  private record Fixed(String name, StartedServer served, FixedAnswer answer) {}

  /** A run, and the yardsticks as measured before and after it. */
  record ComparedRun(Measurement run, List<Baseline> baselines) {
    boolean isValid() {
      return baselines.stream().allMatch(each -> each.objection().isEmpty());
    }

    double worstSpread() {
      return baselines.stream().mapToDouble(Baseline::spread).max().orElse(0);
    }
  }

  /** Starts both servers and warms them up. */
  static BaselineServers start(
      Plan plan, Cores cores, ServerUnderTest subject, PrintStream progress) {
    var baselines = new BaselineServers(plan, cores, subject);
    baselines.warmUp(progress);
    return baselines;
  }

  /** The address of one of the servers. */
  Address address(String name) {
    return servers.stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElseThrow()
        .served()
        .address();
  }

  /** Remarks about the yardsticks for the reader of the report. */
  List<String> remarks() {
    return Collections.unmodifiableList(remarks);
  }

  /** Measures the fixed answers of this method, then the run, then the fixed answers again. */
  ComparedRun measureWith(Target.Method method, Supplier<Measurement> run) {
    List<Measurement> before = measureAll(method);
    Measurement measured = run.get();
    List<Measurement> after = measureAll(method);
    var baselines = new ArrayList<Baseline>();
    for (int i = 0; i < servers.size(); i++) {
      baselines.add(
          new Baseline(servers.get(i).name(), before.get(i), after.get(i), hasOwnProcessor));
    }
    return new ComparedRun(measured, baselines);
  }

  private void warmUp(PrintStream progress) {
    for (Fixed server : servers) {
      for (Target.Method method : Target.Method.values()) {
        progress.println("fixed answer of " + server.name() + " to " + method);
        checkSize(server, method);
        var warmUp = new WarmUp();
        while (!warmUp.isOver()) {
          warmUp.add(measure(server, method).perSecond());
        }
        if (!warmUp.isSteady()) {
          remarks.add(
              "The fixed answer of %s to %s never became steady.".formatted(server.name(), method));
        }
      }
    }
  }

  private void checkSize(Fixed server, Target.Method method) {
    int expected = answerBytes(method);
    int actual = bytes(server.served(), method);
    if (expected != actual) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "The fixed answer of %s to %s has %d bytes, the product's has %d.",
              server.name(),
              method,
              actual,
              expected));
    }
  }

  private List<Measurement> measureAll(Target.Method method) {
    return servers.stream().map(server -> measure(server, method)).toList();
  }

  private Measurement measure(Fixed server, Target.Method method) {
    byte[] request = request(server.served(), method);
    SimpleCaller caller =
        SimpleCaller.always(
            server.served().address(), request, SimpleCaller.exactly(server.answer().body()));
    Duration half = plan.duration().dividedBy(SHARE_OF_RUN);
    return Measurement.during(
        Optional.of(server.served().process()),
        Load.of(Collections.nCopies(plan.connections(), caller), new Pace.ClosedLoop()),
        LoadDriver.Until.elapsed(half.compareTo(MIN_WINDOW) < 0 ? MIN_WINDOW : half),
        error -> {});
  }

  /** The same request as the check that is compared with the yardstick. */
  private byte[] request(StartedServer served, Target.Method method) {
    return request(new Calls(served.address(), subject.calls().identity()), method);
  }

  private byte[] request(Calls calls, Target.Method method) {
    return switch (method) {
      case GET -> calls.introspect(subject.stock().access(0));
      case POST -> calls.introspect(subject.stock().clientToken(0));
    };
  }

  private int answerBytes(Target.Method method) {
    return bytes(subject.calls(), request(subject.calls(), method));
  }

  private int bytes(StartedServer served, Target.Method method) {
    var calls = new Calls(served.address(), subject.calls().identity());
    return bytes(calls, request(served, method));
  }

  private static int bytes(Calls calls, byte[] request) {
    try (Connection connection = Connection.open(calls.address())) {
      Answer answer = Browser.expect(200, connection.ask(request));
      return answer.bytes();
    } catch (IOException broken) {
      throw new HostFault("no answer from " + calls.address().authority(), broken);
    }
  }

  @Override
  public void close() {
    servers.forEach(server -> server.served().close());
    directory.close();
  }
}
