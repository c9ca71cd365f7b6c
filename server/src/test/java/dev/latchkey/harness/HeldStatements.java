package dev.latchkey.harness;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.logging.Logger;

/**
 * The way of one node to a database, on which a test can stop a statement before it is sent, or
 * lose a connection with it. The database behind is a real one; everything else passes unchanged.
 */
public final class HeldStatements {
    private static final String PREFIX = "jdbc:held:";
    private static final Map<String, HeldStatements> ALL = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    static {
        try {
            DriverManager.registerDriver(new Way());
        } catch (SQLException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private final String url;
    private final ConcurrentLinkedQueue<Rule> rules = new ConcurrentLinkedQueue<>();

    private HeldStatements(String url) {
        this.url = url;
    }

    /** A way to the database at this address. */
    public static HeldStatements to(String realUrl) {
        String name = PREFIX + COUNT.incrementAndGet() + ":" + realUrl;
        var way = new HeldStatements(name);
        ALL.put(name, way);
        return way;
    }

    public String url() {
        return url;
    }

    /** The next statement whose text contains this waits until it is let go. */
    public Held before(String text) {
        return before(statement -> statement.contains(text));
    }

    public Held before(Predicate<String> statement) {
        var held = new Held();
        rules.add(new Rule(statement, Happening.HOLD, held));
        return held;
    }

    /** The next such statement is done, and the connection lost before its answer comes. */
    public void loseAnswerTo(String text) {
        rules.add(new Rule(each -> each.contains(text), Happening.LOSE_ANSWER, new Held()));
    }

    /** The connection is lost before the next such statement leaves. */
    public void lose(String text) {
        rules.add(new Rule(each -> each.contains(text), Happening.LOSE, new Held()));
    }

    private enum Happening {
        HOLD,
        LOSE,
        LOSE_ANSWER
    }

    private record Rule(Predicate<String> statement, Happening happening, Held held) {}

    /** A statement that is stopped, or will be. */
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
    private interface Act {
        Object run() throws Throwable;
    }

    private Object send(String text, Connection connection, Act act) throws Throwable {
        for (Rule rule : rules) {
            if (rule.statement.test(text) && rules.remove(rule)) {
                return send(rule, connection, act);
            }
        }
        return act.run();
    }

    private static Object send(Rule rule, Connection connection, Act act) throws Throwable {
        switch (rule.happening) {
            case HOLD -> rule.held.pass();
            case LOSE -> {
                connection.abort(Runnable::run);
                throw lost();
            }
            case LOSE_ANSWER -> {
                act.run();
                connection.abort(Runnable::run);
                throw lost();
            }
        }
        return act.run();
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
                    Object result = call(real, method, arguments);
                    return result instanceof PreparedStatement statement
                            ? wrap(statement, (String) arguments[0], real)
                            : result;
                });
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
                                handler.handle(
                                        method, arguments == null ? new Object[0] : arguments)));
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    /** Known to JDBC by its prefix. */
    private static final class Way implements Driver {
        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            HeldStatements way = ALL.get(url);
            if (way == null) {
                return null;
            }
            String real = url.substring(url.indexOf(':', PREFIX.length()) + 1);
            return way.wrap(DriverManager.getConnection(real, properties));
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith(PREFIX);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("dev.latchkey.harness");
        }
    }

    /** What a test still holds when it ends would keep threads waiting for ever. */
    public void letAllGo() {
        List<Rule> left = new ArrayList<>(rules);
        rules.clear();
        left.forEach(rule -> rule.held.letGo());
    }
}
