package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.latchkey.edge.http.Call;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Relay;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2FrameCodec;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every field of this package that can hold something for a client is charged: the method that is
 * named here reads it to compute what is held. A field of such a type that is not listed fails the
 * test, and so does a charge that no longer reads its field.
 */
class ChargedFieldsTest {
  private static final Set<Class<?>> HOLDERS =
      Set.of(
          ByteBuf.class,
          String.class,
          CharSequence.class,
          Object.class,
          Runnable.class,
          Incoming.class,
          Call.class,
          Relay.class,
          Channel.class,
          Http2FrameCodec.class,
          Exchange.class,
          Http1Exchange.class,
          Http2Exchange.class,
          RelayedCall.class,
          Http2Input.class,
          RequestHead.class,
          RequestThread.class,
          CollectedBody.class,
          ServiceRequest.class,
          Http2Bodies.class,
          Turns.class);

  /** What each field holds, and the method that charges it. */
  private static final Map<String, String> CHARGED =
      Map.ofEntries(
          Map.entry("Http1Connection.in", "Http1Connection.updateCharges"),
          Map.entry("Http1Connection.out", "Http1Connection.updateCharges"),
          Map.entry("Http1Connection.exchange", "Http1Connection.updateCharges"),
          Map.entry("Http1Connection.tunnel", "Http1Connection.updateCharges"),
          Map.entry("Http1Connection.channel", "Http1Connection.unsentBytes"),
          Map.entry("Http2Connection.codec", "Http2Connection.updateCharge"),
          Map.entry("Http2Connection.channel", "Http2Connection.updateCharge"),
          Map.entry("Http2Connection.input", "Http2Connection.updateCharge"),
          Map.entry("Http2Connection.bodies", "Http2Connection.updateCharge"),
          Map.entry("Exchange.collected", "Exchange.bytesOfRequest"),
          Map.entry("CollectedBody.collected", "CollectedBody.heldBytes"),
          Map.entry("Exchange.call", "Exchange.bytesOfRequest"),
          Map.entry("Exchange.relayed", "Exchange.requestBytes"),
          Map.entry("Exchange.thread", "Exchange.requestBytes"),
          Map.entry("Http1Exchange.request", "Http1Exchange.headBytes"),
          Map.entry("RelayedCall.connection", "RelayedCall.heldBytes"),
          Map.entry("RequestHead.bytes", "RequestHead.heldBytes"),
          Map.entry("RequestHead.fields", "RequestHead.heldBytes"),
          Map.entry("RequestHead.path", "RequestHead.heldBytes"),
          Map.entry("RequestHead.query", "RequestHead.heldBytes"));

  /** Why the others need no charge of their own. */
  private static final Map<String, String> BOUNDED =
      Map.ofEntries(
          Map.entry("RequestHead.method", "a constant, or a few characters"),
          Map.entry("HeadReader$Refused.path", "is dropped with the answer"),
          Map.entry("Exchange.head", "its size is headBytes of its version of HTTP"),
          Map.entry("RequestThread.exchange", "has a charge of its own"),
          Map.entry("RequestThread.call", "is that of its exchange"),
          Map.entry("RequestThread.onWritable", "belongs to a streamed answer"),
          Map.entry("Http2Stream.exchange", "is in Http2Connection.exchanges"),
          Map.entry("Http2Stream$Fields.values", "is headBytes of its exchange"),
          Map.entry("Http2Connection.exchanges", "each has a charge of its own"),
          Map.entry("Http2Exchange.stream", "STREAM_BYTES, and what is unsent"),
          Map.entry("Handshake.channel", "HANDSHAKE_BYTES of TlsHandler"),
          Map.entry("RelayedCall.exchange", "has a charge of its own"),
          Map.entry("RelayedCall.call", "is that of its exchange"),
          Map.entry("RelayedCall.request", "holds what its call holds"),
          Map.entry("ServiceRequest.head", "is that of its exchange"),
          Map.entry("ServiceRequest.relay", "is that of its call"),
          Map.entry("RelayedCall.relay", "its headers are in heldBytes by headBytes"),
          Map.entry("TokenRecheck.onRefusal", "one for each WebSocket"),
          Map.entry("UpstreamConnection.call", "is that of an exchange"),
          Map.entry("UpstreamConnection.channel", "as many as upstreams.connections"),
          Map.entry("UpstreamPool.idle", "as many as upstreams.connections"),
          Map.entry("UpstreamPool.served", "calls of exchanges"),
          Map.entry("UpstreamPools.calls", "calls of exchanges"),
          Map.entry("UpstreamPools.pools", "as many as upstreams"),
          Map.entry("WaitingCalls.calls", "calls of exchanges, 1,024 at most"),
          Map.entry("HandshakeTasks.tasks", "one for each handshake"),
          Map.entry("Turns.parties", "what its owner adds"),
          Map.entry("Http2Bodies.unreadParts", "as many as streams"),
          Map.entry("WaitingCalls$Waiting.call", "is that of an exchange"),
          Map.entry("EventLoopContext.watched", "connections, each with an account"),
          Map.entry("EventLoopContext.date", "one for each loop"),
          Map.entry("ConnectionTotals.byNetwork", "as many as connections"),
          Map.entry("ConnectionTotals.cuts", "as many as causes"),
          Map.entry("ConnectionTotals.loops", "as many as processors"),
          Map.entry("NewConnection.loops", "as many as processors"),
          Map.entry("Server.loops", "as many as processors"),
          Map.entry("Server.listeners", "two at most"),
          Map.entry("SocketFile.key", "one for each server"),
          Map.entry("Listener.channel", "two at most"),
          Map.entry("Addresses.all", "the configuration"),
          Map.entry("Addresses.failing", "as many as addresses in the configuration"));

  private final JavaClasses classes = new ClassFileImporter().importUrls(classFiles());

  ChargedFieldsTest() throws IOException {}

  /** The files from which the classes of this package are loaded in this process. */
  private static List<URL> classFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target/classes/dev/latchkey/edge/http/netty"))) {
      return files
          .map(file -> ChargedFieldsTest.class.getResource(file.getFileName().toString()))
          .toList();
    }
  }

  @Test
  void every_field_that_can_hold_something_for_a_client_is_charged_or_bounded() {
    Set<String> holding =
        classes.stream()
            .flatMap(owner -> owner.getFields().stream())
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
            .filter(ChargedFieldsTest::canHold)
            .map(field -> name(field.getOwner().getName(), field.getName()))
            .collect(Collectors.toSet());

    assertThat(holding).containsExactlyInAnyOrderElementsOf(listed());
  }

  @Test
  void every_charge_reads_its_field() {
    CHARGED.forEach((field, method) ->
        assertThat(
                classes.stream()
                    .flatMap(owner -> owner.getCodeUnits().stream())
                    .filter(unit -> name(unit).equals(method))
                    .flatMap(unit -> unit.getFieldAccesses().stream())
                    .map(access -> name(access.getTargetOwner().getName(), access.getName())))
            .as(method)
            .contains(field));
  }

  private static Collection<String> listed() {
    return List.of(CHARGED.keySet(), BOUNDED.keySet()).stream()
        .flatMap(Collection::stream)
        .toList();
  }

  private static boolean canHold(JavaField field) {
    Class<?> type = field.getRawType().reflect();
    return type.isArray()
        || Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || HOLDERS.contains(type)
        || (type == UpstreamConnection.class && field.getName().equals("connection"));
  }

  private static String name(JavaCodeUnit unit) {
    return name(unit.getOwner().getName(), unit.getName());
  }

  private static String name(String owner, String member) {
    return owner.substring(owner.lastIndexOf('.') + 1) + "." + member;
  }
}
