package dev.latchkey.edge.gateway;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Raw;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Security row 113: only Latchkey tells the service for whom a call is made. A caller can neither
 * replace these headers nor remove them.
 */
class ForgedHeadersTest {
  private static final List<String> RESERVED =
      List.of(
          "Latchkey-Subject",
          "Latchkey-Subject-Kind",
          "Latchkey-Email",
          "Latchkey-Team",
          "Latchkey-Organization",
          "Latchkey-Client",
          "Latchkey-Scope",
          "Latchkey-Assertion");

  private static final List<String> NAMED_BY_CONNECTION =
      List.of(
          "Latchkey-Subject",
          "latchkey_subject",
          "close, Latchkey-Subject, Latchkey-Assertion",
          "Latchkey-Organization\r\nConnection: Latchkey-Subject",
          "X-Forwarded-For, Forwarded",
          "Host",
          "Authorization",
          "Content-Length, Transfer-Encoding");

  /**
   * Each of these headers has been used in the past to bypass a gateway, or to act as another user
   * behind one.
   */
  private static final List<String> TRUSTED_BY_SERVICES =
      List.of(
          "X-Forwarded-Uri: /openapi/v2/directory/users",
          "X-Forwarded-Method: DELETE",
          "X-Forwarded-Prefix: /admin",
          "X_Forwarded_For: 10.0.0.1",
          "X-Forwarded-User: root",
          "X-Original-Url: /admin",
          "X-Original-URI: /admin",
          "X_Original_Method: DELETE",
          "X-Rewrite-Url: /admin",
          "X-HTTP-Method: DELETE",
          "X-HTTP-Method-Override: DELETE",
          "X_METHOD_OVERRIDE: DELETE",
          "X-Real-IP: 10.0.0.1",
          "True-Client-Ip: 10.0.0.1",
          "Client_Ip: 10.0.0.1",
          "X-Client-IP: 10.0.0.1",
          "Proxy-Client-IP: 10.0.0.1",
          "WL-Proxy-Client-IP: 10.0.0.1",
          "HTTP_CLIENT_IP: 10.0.0.1",
          "HTTP_X_FORWARDED_FOR: 10.0.0.1",
          "X-Custom-IP-Authorization: 10.0.0.1",
          "X-Scheme: gopher",
          "X-URL-Scheme: gopher",
          "Front-End-Https: off",
          "X-Cluster-Client-IP: 10.0.0.1",
          "CF-Connecting-IP: 10.0.0.1",
          "CF_Connecting_IPv6: 10.0.0.1",
          "Fastly-Client-IP: 10.0.0.1",
          "Fly-Client-IP: 10.0.0.1",
          "X-Azure-ClientIP: 10.0.0.1",
          "X-Envoy-External-Address: 10.0.0.1",
          "X-Original-Forwarded-For: 10.0.0.1",
          "X-Originating-IP: 10.0.0.1",
          "X-Remote-IP: 10.0.0.1",
          "X-Remote-Addr: 10.0.0.1",
          "X-Forwarded: for=10.0.0.1",
          "Forwarded-For: 10.0.0.1",
          "X-Host: evil.example",
          "X-Original-Host: evil.example",
          "X-HTTP-Host-Override: evil.example",
          "X-HTTP-Path-Override: /admin",
          "X-Envoy-Original-Path: /admin",
          "X-Remote-User: root",
          "Remote-User: root",
          "Proxy: http://evil.example",
          "Forwarded: for=10.0.0.1",
          "Proxy-Authorization: Basic eDp5",
          "Proxy-Connection: keep-alive",
          "Keep-Alive: timeout=99",
          "TE: trailers",
          "Trailer: X-Late");

  private static final List<String> NO_TOKENS =
      List.of(
          "User-Agent: kube-probe/1.31",
          "User-Agent: GoogleHC/1.0",
          "X-Forwarded-Uri: /assets/latchkey.css",
          "X-Original-URI: /.well-known/oauth-authorization-server",
          "X-Forwarded-User: root",
          "X-User-ID: usr_1",
          "Latchkey-Subject: usr_1");

  private static Upstream upstream;
  private static Latchkey latchkey;
  private static Latchkey.Machine machine;

  @BeforeAll
  static void start() {
    upstream = Upstream.that(call -> call.answerOk("ok"));
    latchkey =
        Latchkey.start(Store.SQLITE, settings -> Issues.behind(settings, upstream.address()));
    machine = latchkey.machine(latchkey.person(), Optional.empty());
  }

  @AfterAll
  static void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void a_forged_identity_header_is_removed_in_every_spelling() throws Exception {
    String forged =
        RESERVED.stream()
            .flatMap(ForgedHeadersTest::spellings)
            .map(name -> name + ": forged\r\n" + name + ": forged\r\n")
            .collect(joining());

    assertThat(identity(received(forged))).isEqualTo(identity(received("")));
  }

  private static Stream<String> spellings(String name) {
    return Stream.of(
        name,
        name.toLowerCase(Locale.ROOT),
        name.toUpperCase(Locale.ROOT),
        name.replace('-', '_'),
        name.replace('-', '.'),
        name.replace("-", ""),
        "_" + name,
        "Latch-key" + name.substring("Latchkey".length()));
  }

  @Test
  void the_connection_header_cannot_remove_identity_headers() throws Exception {
    for (String named : NAMED_BY_CONNECTION) {
      String received = received("Connection: " + named + "\r\n");

      assertThat(identity(received)).as(named).isEqualTo(identity(received("")));
      assertThat(received)
          .contains("Host: " + upstream.address().substring("http://".length()) + "\r\n")
          .contains("X-Forwarded-For: 127.0.0.1\r\n")
          .contains("Forwarded: for=127.0.0.1;")
          .doesNotContain(machine.token());
    }
  }

  @Test
  void headers_that_services_trust_are_not_passed_on() {
    for (String header : TRUSTED_BY_SERVICES) {
      String statement = header.substring(header.indexOf(':') + 1).strip();

      assertThat(received(header + "\r\n")).as(header).doesNotContain(statement);
    }
  }

  @Test
  void no_header_replaces_a_token() {
    for (String header : NO_TOKENS) {
      assertThat(send("", header + "\r\n").status()).as(header).isEqualTo(401);
    }
  }

  @Test
  void a_token_that_is_sent_twice_is_refused() {
    String authorization = "Authorization: Bearer " + machine.token() + "\r\n";

    assertThat(send(authorization, authorization).status()).isEqualTo(401);
    assertThat(send(authorization, "Authorization: Bearer x\r\n").status()).isEqualTo(401);
    assertThat(send("", authorization.replace("Authorization", "authorization_")).status())
        .isEqualTo(401);
  }

  /** The identity that the service receives: its headers, and the claims of the assertion. */
  private static List<String> identity(String received) throws Exception {
    var statement =
        new ArrayList<>(
            received
                .lines()
                .filter(line ->
                    line.replaceAll("[^A-Za-z]", "")
                        .toLowerCase(Locale.ROOT)
                        .startsWith("latchkey"))
                .filter(line -> !line.startsWith("Latchkey-Assertion: "))
                .toList());
    String assertion =
        received
            .lines()
            .filter(line -> line.startsWith("Latchkey-Assertion: "))
            .reduce((first, second) -> first + second)
            .orElseThrow();
    statement.add(
        SignedJWT.parse(assertion.substring("Latchkey-Assertion: ".length()))
            .getJWTClaimsSet()
            .getSubject());
    return statement;
  }

  private static String received(String headers) {
    int before = upstream.heads().size();
    Raw.Reply reply = send("Authorization: Bearer " + machine.token() + "\r\n", headers);
    assertThat(reply.status()).as(headers + reply.text()).isEqualTo(200);
    assertThat(upstream.heads()).hasSize(before + 1);
    return upstream.heads().getLast();
  }

  private static Raw.Reply send(String authorization, String headers) {
    return Raw.send(
        latchkey.port(),
        "GET /openapi/v2/issues HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\n"
            + authorization
            + headers
            + "\r\n");
  }
}
