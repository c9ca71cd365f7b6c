package dev.latchkey.usage;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.call.CallCounts;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.CountedCalls;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.call.UnownedCall;
import dev.latchkey.model.process.Background;
import dev.latchkey.storage.call.CallBlock;
import dev.latchkey.storage.call.CallBlocks;
import dev.latchkey.storage.call.CallHours;
import dev.latchkey.storage.call.CallStores;
import dev.latchkey.storage.call.CallWriters;
import dev.latchkey.storage.call.RouteCalls;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Collects the calls of this node in memory and writes them to the request log several times a
 * second, so that a call waits for no write. If the process is killed, the calls of the last moment
 * are lost, and the row of this process says so. If the store does not accept them for long, new
 * ones are dropped and counted.
 */
public final class CallRecorder implements Consumer<RecordedCall>, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int CAPACITY = 32_768;
  private static final int MOST_UNOWNED = 256;

  /** After so many calls of a credential its older calls are deleted, and its blocks merged. */
  private static final int CALLS_TO_SETTLE = 1_000;

  private final CallStores stores;
  private final Supplier<CallLimits> limits;
  private final String writer = RequestId.draw(Instant.EPOCH, ThreadLocalRandom.current());
  private final ConcurrentLinkedQueue<RecordedCall> waiting = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<UnownedCall.WithToken> unowned =
      new ArrayBlockingQueue<>(MOST_UNOWNED);
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder dropped = new LongAdder();

  /** Numbers of hours that are not in the store. */
  private final SortedMap<CallHours.Hour, CallCounts> counted = new TreeMap<>();

  /** Calls of rows that are not in the store. */
  private final SortedMap<RouteCalls.Day, RouteCalls.Count> called = new TreeMap<>();

  private final Map<Id.Client, Integer> unsettled = new HashMap<>();
  private boolean hasWritten;
  private boolean isEnded;
  private Instant noted = Instant.EPOCH;
  private volatile CallWatch watch = CallWatch.NONE;

  public CallRecorder(CallStores stores, Supplier<CallLimits> limits) {
    this.stores = stores;
    this.limits = limits;
  }

  /** From now on, what is written is judged by this. */
  public void watch(CallWatch by) {
    this.watch = by;
  }

  @Override
  public void accept(RecordedCall call) {
    if (!limits.get().isOn()) {
      return;
    }
    if (size.get() >= CAPACITY) {
      dropped.increment();
      return;
    }
    size.incrementAndGet();
    waiting.add(call);
  }

  /**
   * Takes a call with a token that is not valid. Few of them wait, because anybody can cause them.
   */
  public void acceptUnowned(UnownedCall.WithToken call) {
    if (limits.get().isOn()) {
      unowned.offer(call);
    }
  }

  /** Finds whose they are. Calls with tokens that nobody has had are not recorded. */
  private void findHolders() {
    var calls = new ArrayList<UnownedCall.WithToken>();
    unowned.drainTo(calls);
    if (calls.isEmpty()) {
      return;
    }
    List<TokenKey> tokens = calls.stream().map(UnownedCall.WithToken::token).toList();
    Instant now = calls.getLast().call().at();
    Map<TokenKey, UnownedCall.Holder> holders = stores.holders().of(tokens, now);
    for (UnownedCall.WithToken call : calls) {
      Optional.ofNullable(holders.get(call.token())).map(call::by).ifPresent(this);
    }
  }

  /** Writes the calls that wait. If the store does not accept them, they stay here. */
  public synchronized void flush() {
    findHolders();
    List<RecordedCall> calls = take();
    if (calls.isEmpty()) {
      return;
    }
    List<CallBlock> blocks = CallBlocks.blocks(calls);
    try {
      stores.blocks().writeBlocks(CallBlocks.newest(blocks, limits.get().calls()));
    } catch (RuntimeException failed) {
      calls.forEach(this);
      throw failed;
    }
    hasWritten = true;
    blocks.forEach(this::count);
    Background.attempt("alerts of calls", () -> watch.written(blocks));
  }

  /** Notes in the store up to when the calls of this process are written. */
  public synchronized void note(Instant now) {
    flush();
    boolean isDue = hasWritten || !now.isBefore(noted.plus(CallWriters.IDLE));
    if (isDue && !isEnded && limits.get().isOn()) {
      stores.writers().written(writer, now);
      noted = now;
      hasWritten = false;
    }
  }

  /** Looks for processes that have ended without stopping, and notes that this one runs. */
  public void begin(Instant now) {
    stores.writers().begin(now);
    note(now);
  }

  private List<RecordedCall> take() {
    int most = size.get();
    var calls = new ArrayList<RecordedCall>(most);
    RecordedCall next = waiting.poll();
    while (next != null) {
      calls.add(next);
      next = calls.size() < most ? waiting.poll() : null;
    }
    size.addAndGet(-calls.size());
    return calls;
  }

  /** The calls of a block are of the same hour. */
  private void count(CallBlock block) {
    var calls = new CountedCalls();
    block.calls().forEach(calls::add);
    CallCounts counts = calls.counts();
    Instant at = block.calls().getFirst().at();
    for (String subject : List.of(block.client().value(), block.organization().value(), "")) {
      counted.merge(CallHours.Hour.of(subject, at), counts, CallCounts::plus);
    }
    countRoutes(block);
    unsettled.merge(block.client(), block.calls().size(), Integer::sum);
  }

  /** Most calls of a block are of the same few rows. */
  private void countRoutes(CallBlock block) {
    var counts = new HashMap<RouteCalls.Day, RouteCalls.Count>();
    block.calls().stream()
        .filter(call -> !call.asked().route().isEmpty() && call.kind().isOfRoute())
        .forEach(call ->
            counts.merge(
                RouteCalls.Day.of(call), RouteCalls.Count.of(call), RouteCalls.Count::plus));
    counts.forEach((day, count) -> {
      called.merge(day, count, RouteCalls.Count::plus);
      called.merge(day.ofAll(), count, RouteCalls.Count::plus);
    });
  }

  /** Writes the numbers of the hours. Those that the store does not accept stay here. */
  public synchronized void flushCounts() {
    stores.hours().add(counted);
    stores.routes().add(called);
    called.clear();
    Map<CallHours.Hour, Long> refused =
        counted.entrySet().stream()
            .filter(each -> each.getValue().refused() > 0)
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().refused()));
    counted.clear();
    Background.attempt("alerts of refusals", () -> watch.refused(refused));
  }

  /** Deletes what is beyond the bounds of the log. It may take long. */
  public void keepBounds(Instant now) {
    takeUnsettled().forEach(client -> stores.retention().settle(client, limits.get(), now));
    stores.retention().deleteOld(limits.get(), now);
    stores.retention().deleteBeyondBound(limits.get());
    stores.writers().notice(now);
  }

  private synchronized List<Id.Client> takeUnsettled() {
    List<Id.Client> due =
        unsettled.entrySet().stream()
            .filter(each -> each.getValue() >= CALLS_TO_SETTLE)
            .map(Map.Entry::getKey)
            .toList();
    due.forEach(unsettled::remove);
    return due;
  }

  /** How many calls were left out because too many waited. */
  public long dropped() {
    return dropped.sum();
  }

  /** A task that runs at this moment notes nothing afterwards. */
  private synchronized void end() {
    isEnded = true;
    stores.writers().end(writer);
  }

  /** Writes what is left. */
  @Override
  public void close() {
    try {
      flush();
      flushCounts();
      end();
    } catch (RuntimeException failed) {
      LOG.log(System.Logger.Level.WARNING, "The last calls are not in the request log.", failed);
    }
  }
}
