package dev.latchkey.fuzz.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of the grammar. Line ends, and spaces at the beginning or end, are written as {@code
 * <CR>, <LF>, <SP>}.
 */
final class Vocabulary {
  static final List<String> ROLES = words("member lead administrator platform stranger");

  static final List<String> METHODS =
      words(
          """
          GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND M-SEARCH get
          """);

  static final List<String> SEGMENTS =
      words(
          """
          17 me x .. . // %2e%2e %2f ;a=b %00 %25 %c0%ae %E4%B8%AD \\ ** {id} a%20b ~
          '-- index.php
          """);

  /** Paths below the open interface. */
  static final List<String> CALLS =
      words(
          """
          issues/17 issues issues/17/comments directory/users/me directory/users
          directory/teams directory/organization directory/users/%zz issues//x nothing
          """);

  static final List<String> FIELDS =
      words(
          """
          client_id client_secret grant_type code redirect_uri code_verifier refresh_token
          scope resource token token_type_hint access_token response_type state
          code_challenge code_challenge_method response_mode email password new_password
          repeated_password name request decision form_token form_id version key language
          back organization team team_id role q page limit cursor from until person client
          event after before which kind option offer new_owner overlap session secret
          trail saved confirm iss error nonce
          """);

  static final List<String> PLAIN =
      words(
          """
          authorization_code refresh_token code query S256 plain approve deny en zh 1 50
          200 read:issue:info read:issue:info,write:issue:info MEMBER personal
          ORGANIZATION_ADMINISTRATOR access_token https://app.example/callback 2026-01-01
          /account/apps form_post organization REQUIRE_PROOF_KEY
          """);

  /** One value per line. The last two values are long. */
  static final List<String> BROKEN =
      with(
          lines(
              """
              %00
              %
              %zz
              %ff
              \0
              \u00ff
              \u00ed\u00a0\u0080
              \u00e2\u0080\u00ae
              '
              "
              ' OR '1'='1
              ${7*7}
              <script>
              ..
              -1
              0
              99999999999999999999
              +999999999-12-31
              -999999999-01-01
              2026-02-30
              null
              true
              []
              {}
              \\u0000
              <CR><LF>X: y
              a\tb
              1e999
              NaN
              //evil.example
              /\\evil.example
              javascript:alert(1)
              http://127.0.0.1:99999/
              https://[::1/
              x@
              lk_at_
              lk_ac_x
              cli_
              ;
              ,
              &
              =
              +
              *
              """),
          "",
          "a".repeat(300),
          "b".repeat(3_000));

  static final List<String> TYPES =
      with(
          lines(
              """
              application/x-www-form-urlencoded
              application/json
              application/x-www-form-urlencoded; charset=UTF-8
              application/json;charset=utf-8
              application/json; charset=utf-16
              ;
              ;;
              text/plain
              multipart/form-data; boundary=x
              application/JSON ; a
              application/x-www-form-urlencoded;
              */*
              application/
              a/b;charset
              """),
          "");

  static final List<String> HEADERS =
      with(
          lines(
              """
              Accept: */*
              Accept: application/json;q=0.1
              Accept-Language: zh-CN,en;q=0.5
              Accept-Language: -
              Accept-Language: *;q=2
              Accept-Language: x-y-z,;q=
              Accept-Encoding: gzip, br
              Idempotency-Key: k1
              Idempotency-Key:
              Origin: null
              Origin: https://evil.example
              Sec-Fetch-Site: cross-site
              Sec-Fetch-Site: same-origin
              Referer: x
              X-Forwarded-For: 10.0.0.1, 1
              X-Forwarded-Proto: https
              X-Forwarded-Host: evil.example
              Forwarded: for=1
              X-Original-Method: GET
              X-Original-URI: /openapi/v2/issues/1?x
              X-Original-Method: GET<CR><LF>X-Original-URI: /openapi/v2/issues/1
              X-Forwarded-Method: DELETE
              X-Forwarded-Uri: /openapi/v2/%zz
              X-Forwarded-Method: POST<CR><LF>X-Forwarded-Uri: http://x/
              X-HTTP-Method-Override: DELETE
              Latchkey-Subject: usr_forged
              latchkey_subject: x
              Range: bytes=0-1
              If-None-Match: *
              If-Modified-Since: yesterday
              TE: trailers
              Trailer: X
              Content-Encoding: gzip
              Content-Language: ;
              Cookie: latchkey_language=zh
              Cookie: a=b; latchkey_session=x; latchkey_session=y
              Cookie: ;=;;
              Cookie: latchkey_browser=lk_bk_x
              Sec-WebSocket-Key: x
              X:
              X: \u00fc
              Via: 1.1 x
              Max-Forwards: 0
              Date: never
              From: \t x
              """),
          "Idempotency-Key: " + "k".repeat(300),
          "X-Forwarded-For: " + "1,".repeat(50),
          "User-Agent: " + "u".repeat(500));

  static final List<String> OF_ONE_CONNECTION =
      lines(
          """
          Connection: close
          Connection: keep-alive, X
          Connection: ,,
          Connection: Upgrade<CR><LF>Upgrade: websocket
          Connection: Upgrade, HTTP2-Settings<CR><LF>Upgrade: h2c<CR><LF>HTTP2-Settings: AAMAAABkAAQ
          Upgrade: TLS/1.0
          Expect: 100-continue
          Expect: nothing
          """);

  /** Texts that break a request wherever they are inserted. */
  static final List<String> BREAKS =
      with(
          lines(
              """
              <CR>
              <LF>
              <CR><LF>
              <CR><LF><CR><LF>
              \0
              \t
              :
              <SP>:
              \u00ff
              Content-Length: 5<CR><LF>
              Content-Length: 05<CR><LF>
              Content-Length: -1<CR><LF>
              Content-Length: 99999999999999999999<CR><LF>
              Content-Length: 5, 5<CR><LF>
              Transfer-Encoding: chunked<CR><LF>
              Transfer-Encoding: gzip, chunked<CR><LF>
              Transfer-Encoding: chunked<CR><LF>Content-Length: 5<CR><LF>
              0<CR><LF><CR><LF>
              ffffffffffffffff<CR><LF>
              5;x=y<CR><LF>hello<CR><LF>
              HTTP/1.0
              HTTP/2.0
              <SP>HTTP/1.1
              Host: evil.example<CR><LF>
              <SP>folded<CR><LF>
              PRI * HTTP/2.0<CR><LF><CR><LF>SM<CR><LF><CR><LF>
              GET http://evil.example/ HTTP/1.1<CR><LF>
              """),
          " ",
          "\u0016\u0003\u0001");

  private Vocabulary() {}

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  private static List<String> lines(String text) {
    return List.of(text.split("\n")).stream()
        .map(line -> line.replace("<SP>", " ").replace("<CR>", "\r").replace("<LF>", "\n"))
        .toList();
  }

  private static List<String> with(List<String> words, String... more) {
    var all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }
}
