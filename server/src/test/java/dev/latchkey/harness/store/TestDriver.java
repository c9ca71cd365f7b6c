package dev.latchkey.harness.store;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver that JDBC finds by the prefix of an address, and that stands before another driver. */
abstract class TestDriver implements Driver {
  private final String prefix;

  TestDriver(String prefix) {
    this.prefix = prefix;
  }

  static void register(TestDriver driver) {
    try {
      DriverManager.registerDriver(driver);
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }

  @Override
  public final boolean acceptsURL(String url) {
    return url.startsWith(prefix);
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public final int getMajorVersion() {
    return 1;
  }

  @Override
  public final int getMinorVersion() {
    return 0;
  }

  @Override
  public final boolean jdbcCompliant() {
    return false;
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getLogger("dev.latchkey.harness");
  }
}
