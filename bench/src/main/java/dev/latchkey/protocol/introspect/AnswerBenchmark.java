package dev.latchkey.protocol.introspect;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures the writing of the answer for an active token: the JSON of contract 2.3. */
@State(Scope.Benchmark)
public class AnswerBenchmark {
  private final SecureRandom random = new SecureRandom();
  private final LiveToken live =
      new LiveToken(
          Id.USER.draw(random),
          Optional.of("person@example.com"),
          new TokenRoot.Grant(Id.GRANT.draw(random)),
          new SharedClaims(
              Id.CLIENT.draw(random),
              Optional.of(Id.USER.draw(random)),
              Id.ORGANIZATION.draw(random),
              Optional.of(Id.TEAM.draw(random)),
              Scopes.parse("read:issue:info,read:project:info,write:issue:info"),
              Scopes.Separator.COMMA),
          new TokenLife.Until(Instant.EPOCH));

  @Benchmark
  public byte[] json() {
    return IntrospectionJson.write(live, Scopes.Separator.COMMA);
  }
}
