package dev.latchkey.bench;

import dev.latchkey.bench.host.Cores;
import dev.latchkey.bench.host.FixedAnswer;
import dev.latchkey.bench.host.Nginx;
import dev.latchkey.bench.host.Served;
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
 * The fixed answers of Netty and of nginx, with as many bytes as an introspection. They run during
 * the whole benchmark and are measured right before and right after each run that is compared with
 * them, because a shared machine changes its speed within minutes.
 */
final class Baselines implements AutoCloseable {
    static final String NETTY = "netty";
    static final String NGINX = "nginx";

    private static final Duration LEAST_WINDOW = Duration.ofSeconds(1);
    private static final int SHARE_OF_RUN = 2;

    private final Plan plan;
    private final Subject subject;
    private final boolean hasOwnProcessor;
    private final TemporaryDirectory directory = TemporaryDirectory.make();
    private final List<Fixed> servers = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private Baselines(Plan plan, Cores cores, Subject subject) {
        this.plan = plan;
        this.subject = subject;
        this.hasOwnProcessor = cores.canPin();
        int bytes = answerBytes(Target.Method.GET);
        Served netty = Served.fixed(cores::measured, bytes);
        servers.add(new Fixed(NETTY, netty, FixedAnswer.ofNetty(bytes)));
        Optional<Served> nginx = Nginx.fixed(bytes, directory.path(), cores::measured);
        nginx.ifPresentOrElse(
                served -> servers.add(new Fixed(NGINX, served, FixedAnswer.ofNginx(bytes))),
                () -> remarks.add("nginx is not installed, so its fixed answer is left out."));
    }

    private record Fixed(String name, Served served, FixedAnswer answer) {}

    /** A run and the yardsticks around it. */
    record Around(Measured run, List<Baseline> baselines) {
        boolean isValid() {
            return baselines.stream().allMatch(each -> each.objection().isEmpty());
        }

        double worstSpread() {
            return baselines.stream().mapToDouble(Baseline::spread).max().orElse(0);
        }
    }

    /** Starts both servers and warms them up. */
    static Baselines start(Plan plan, Cores cores, Subject subject, PrintStream progress) {
        var baselines = new Baselines(plan, cores, subject);
        baselines.warmUp(progress);
        return baselines;
    }

    /** Where a fixed answer is served. */
    Address address(String name) {
        return servers.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow()
                .served()
                .address();
    }

    /** What a reader of the report has to know about them. */
    List<String> remarks() {
        return Collections.unmodifiableList(remarks);
    }

    /** Measures the fixed answers of this method, then the run, then the fixed answers again. */
    Around around(Target.Method method, Supplier<Measured> run) {
        List<Measured> before = measureAll(method);
        Measured measured = run.get();
        List<Measured> after = measureAll(method);
        var baselines = new ArrayList<Baseline>();
        for (int i = 0; i < servers.size(); i++) {
            baselines.add(
                    new Baseline(
                            servers.get(i).name(), before.get(i), after.get(i), hasOwnProcessor));
        }
        return new Around(measured, baselines);
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
                            "The fixed answer of %s to %s never became steady."
                                    .formatted(server.name(), method));
                }
            }
        }
    }

    private void checkSize(Fixed server, Target.Method method) {
        int wanted = answerBytes(method);
        int given = bytes(server.served(), method);
        if (wanted != given) {
            remarks.add(
                    String.format(
                            Locale.ROOT,
                            "The fixed answer of %s to %s has %d bytes, the product's has %d.",
                            server.name(),
                            method,
                            given,
                            wanted));
        }
    }

    private List<Measured> measureAll(Target.Method method) {
        return servers.stream().map(server -> measure(server, method)).toList();
    }

    private Measured measure(Fixed server, Target.Method method) {
        byte[] request = request(server.served(), method);
        Asking caller =
                Asking.always(
                        server.served().address(), request, Asking.exactly(server.answer().body()));
        Duration half = plan.duration().dividedBy(SHARE_OF_RUN);
        return Measured.during(
                Optional.of(server.served().process()),
                Load.of(Collections.nCopies(plan.connections(), caller), new Pace.ClosedLoop()),
                LoadDriver.Until.elapsed(half.compareTo(LEAST_WINDOW) < 0 ? LEAST_WINDOW : half),
                error -> {});
    }

    /** The same request as that of the check that is compared with it. */
    private byte[] request(Served served, Target.Method method) {
        return request(new Calls(served.address(), subject.calls().identity()), method);
    }

    private byte[] request(Calls calls, Target.Method method) {
        return switch (method) {
            case GET -> calls.introspect(subject.stock().access(0));
            case POST -> calls.introspect(subject.stock().ofClient(0));
        };
    }

    private int answerBytes(Target.Method method) {
        return bytes(subject.calls(), request(subject.calls(), method));
    }

    private int bytes(Served served, Target.Method method) {
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
