package dev.latchkey.harness.store;

import dev.latchkey.harness.Poll;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A connection from one node to a database, on which a test can hold a statement before it is sent,
 * or lose the connection. The database is a real one, and all other statements pass unchanged.
 */
public final class HeldStatements {
  private static final String PREFIX = "jdbc:held:";
  private static final Map<String, HeldStatements> ALL = new ConcurrentHashMap<>();
  private static final AtomicInteger COUNT = new AtomicInteger();

  static {
    TestDriver.register(new HeldDriver());
  }

  private final String url;
  private final ConcurrentLinkedQueue<Rule> rules = new ConcurrentLinkedQueue<>();

  private HeldStatements(String url) {
    this.url = url;
  }

  /** Opens a connection path to the database at this address. */
  public static HeldStatements to(String realUrl) {
    String name = PREFIX + COUNT.incrementAndGet() + ":" + realUrl;
    var held = new HeldStatements(name);
    ALL.put(name, held);
    return held;
  }

  public String url() {
    return url;
  }

  /** Holds the next statement whose text contains {@code text}, until the test releases it. */
  public Held before(String text) {
    return before(statement -> statement.contains(text));
  }

  public Held before(Predicate<String> statement) {
    var held = new Held();
    rules.add(new Rule(statement, Effect.HOLD, held));
    return held;
  }

  /**
   * Executes the next statement that contains {@code text}, and closes the connection before its
   * result arrives.
   */
  public void loseAnswerTo(String text) {
    rules.add(new Rule(each -> each.contains(text), Effect.LOSE_ANSWER, new Held()));
  }

  /** Closes the connection before the next statement that contains {@code text} is sent. */
  public void lose(String text) {
    lose(each -> each.contains(text));
  }

  public void lose(Predicate<String> statement) {
    rules.add(new Rule(statement, Effect.LOSE, new Held()));
  }

  private enum Effect {
    HOLD,
    LOSE,
    LOSE_ANSWER
  }

  private record Rule(Predicate<String> statement, Effect effect, Held held) {}

  /** A statement that is held, or that will be held when it is sent. */
  public static final class Held {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    public boolean isReached() {
      return reached.getCount() == 0;
    }

    public void await() {
      Poll.until(this::isReached, "the statement to be held");
    }

    public void letGo() {
      free.countDown();
    }

    private void pass() {
      reached.countDown();
      try {
        free.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @FunctionalInterface
  private interface Execution {
    Object run() throws Throwable;
  }

  private Object send(String text, Connection connection, Execution statement) throws Throwable {
    for (Rule rule : rules) {
      if (rule.statement.test(text) && rules.remove(rule)) {
        return send(rule, connection, statement);
      }
    }
    return statement.run();
  }

  private static Object send(Rule rule, Connection connection, Execution statement)
      throws Throwable {
    switch (rule.effect) {
      case HOLD -> rule.held.pass();
      case LOSE -> {
        connection.abort(Runnable::run);
        throw lost();
      }
      case LOSE_ANSWER -> {
        statement.run();
        connection.abort(Runnable::run);
        throw lost();
      }
    }
    return statement.run();
  }

  private static SQLException lost() {
    return new SQLException("the connection was lost", "08006");
  }

  private Connection wrap(Connection real) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) {
            return send("COMMIT", real, () -> call(real, method, arguments));
          }
          return switch (call(real, method, arguments)) {
            case PreparedStatement statement -> wrap(statement, (String) arguments[0], real);
            case Statement script -> wrap(script, real);
            case null -> null;
            case Object other -> other;
          };
        });
  }

  private Statement wrap(Statement real, Connection connection) {
    return proxy(
        Statement.class,
        (method, arguments) ->
            method.getName().startsWith("execute") && arguments.length > 0
                ? send((String) arguments[0], connection, () -> call(real, method, arguments))
                : call(real, method, arguments));
  }

  private PreparedStatement wrap(PreparedStatement real, String text, Connection connection) {
    return proxy(
        PreparedStatement.class,
        (method, arguments) ->
            method.getName().startsWith("execute")
                ? send(text, connection, () -> call(real, method, arguments))
                : call(real, method, arguments));
  }

  @FunctionalInterface
  private interface Handler {
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                handler.handle(method, arguments == null ? new Object[0] : arguments)));
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  /** JDBC finds this driver by the prefix of the address. */
  private static final class HeldDriver extends TestDriver {
    private HeldDriver() {
      super(PREFIX);
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
      HeldStatements held = ALL.get(url);
      if (held == null) {
        return null;
      }
      String real = url.substring(url.indexOf(':', PREFIX.length()) + 1);
      return held.wrap(DriverManager.getConnection(real, properties));
    }
  }

  /**
   * Releases everything that a test still holds at its end. Otherwise threads would wait for ever.
   */
  public void letAllGo() {
    List<Rule> left = new ArrayList<>(rules);
    rules.clear();
    left.forEach(rule -> rule.held.letGo());
  }
}
