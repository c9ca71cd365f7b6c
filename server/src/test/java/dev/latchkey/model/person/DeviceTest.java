package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.person.Device.Browser;
import dev.latchkey.model.person.Device.OperatingSystem;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Browsers and systems are recognised by the headers that they send. */
class DeviceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FIREFOX|WINDOWS|Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "FIREFOX|LINUX|Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "FIREFOX|IOS|Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
        "CHROME|MAC_OS|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
        "CHROME|ANDROID|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
        "CHROME|IOS|Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.33 Mobile/15E148 Safari/604.1",
        "CHROME|CHROME_OS|Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
        "EDGE|WINDOWS|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
        "OPERA|WINDOWS|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36 OPR/119.0.0.0",
        "SAMSUNG_INTERNET|ANDROID|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
        "QQ_BROWSER|ANDROID|Mozilla/5.0 (Linux; U; Android 14; zh-cn) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/121.0.6167.71 MQQBrowser/16.8 Mobile Safari/537.36",
        "WECHAT|HARMONY_OS|Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.60",
        "UC_BROWSER|ANDROID|Mozilla/5.0 (Linux; U; Android 14; zh-CN) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.80 UCBrowser/17.7.5 Mobile Safari/537.36",
        "SAFARI|MAC_OS|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
        "SAFARI|IOS|Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        "UNKNOWN|WINDOWS|Something/1.0 (Windows)",
        "UNKNOWN|UNKNOWN|curl/8.5.0",
        "UNKNOWN|UNKNOWN|''",
      })
  void a_header_names_a_browser_and_a_system(
      Browser browser, OperatingSystem system, String userAgent) {
    assertThat(Device.of(userAgent)).isEqualTo(new Device(browser, system));
  }

  @Test
  void every_name_that_is_shown_is_different() {
    assertThat(Arrays.stream(Browser.values()).map(Browser::label)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(OperatingSystem.values()).map(OperatingSystem::label))
        .doesNotHaveDuplicates();
  }
}
