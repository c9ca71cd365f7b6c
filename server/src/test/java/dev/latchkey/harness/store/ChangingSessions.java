package dev.latchkey.harness.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Connections as a pooler of transactions gives them: what follows the first statement outside a
 * transaction runs in another session of the server.
 */
public final class ChangingSessions extends TestDriver {
  private static final String PREFIX = "jdbc:changing:";

  static {
    register(new ChangingSessions());
  }

  private ChangingSessions() {
    super(PREFIX);
  }

  /** The address of the pooler before the database at this address. */
  public static String to(String url) {
    return PREFIX + url;
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String real = url.substring(PREFIX.length());
    return changing(
        DriverManager.getConnection(real, properties),
        DriverManager.getConnection(real, properties));
  }

  private static Connection changing(Connection first, Connection then) {
    var used = new boolean[1];
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              Connection session = used[0] ? then : first;
              used[0] |= method.getName().equals("prepareStatement") && session.getAutoCommit();
              if (method.getName().equals("close")) {
                first.close();
                then.close();
                return null;
              }
              try {
                return method.invoke(session, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }
}
