package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Postgres;
import dev.latchkey.model.StorageFault;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A program that was started behind a pooler of transactions says so and does not start. */
class SessionCheckTest {
    private final String url = Postgres.freshDatabase();

    @Test
    void a_connection_to_the_server_keeps_its_session() throws SQLException {
        try (Connection one = DriverManager.getConnection(url);
                Connection another = DriverManager.getConnection(url)) {
            assertThat(SessionCheck.isKept(one, another)).isTrue();
            assertThat(another.getAutoCommit()).isTrue();
        }
    }

    @Test
    void a_pooler_that_gives_each_transaction_another_session_is_refused() throws SQLException {
        try (Connection first = DriverManager.getConnection(url);
                Connection second = DriverManager.getConnection(url);
                Connection one = changing(first, second);
                Connection another = changing(first, first)) {
            assertThatThrownBy(() -> SessionCheck.requireKept(one, another))
                    .isInstanceOf(StorageFault.class)
                    .hasMessageContaining("pool_mode = session");
        }
    }

    /** A connection as a pooler gives it: its second statement runs in another session. */
    private static Connection changing(Connection first, Connection then) {
        var used = new boolean[1];
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (self, method, arguments) -> {
                            Connection session = used[0] ? then : first;
                            used[0] |= method.getName().equals("prepareStatement");
                            return method.invoke(session, arguments);
                        });
    }
}
