package dev.latchkey.model.person;

import java.util.Arrays;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The browser and the operating system of a session, as far as people need them to recognise the
 * session. Only these names are stored, never the header {@code User-Agent}: it can contain any
 * text, and its version numbers help to identify a person.
 */
public record Device(Browser browser, OperatingSystem system) {
  public static final Device UNKNOWN = new Device(Browser.UNKNOWN, OperatingSystem.UNKNOWN);

  /**
   * The browsers, each with the texts by which its header is recognised. The order matters, because
   * most browsers also name those whose place they want to take. For example, Edge sends {@code
   * Chrome/… Safari/… Edg/…}.
   */
  public enum Browser {
    EDGE("Edge", "Edg/|EdgA/|EdgiOS/"),
    OPERA("Opera", "OPR/|OPiOS/|OPT/"),
    SAMSUNG_INTERNET("Samsung Internet", "SamsungBrowser/"),
    QQ_BROWSER("QQ Browser", "QQBrowser/"),
    UC_BROWSER("UC Browser", "UCBrowser/"),
    WECHAT("WeChat", "MicroMessenger/"),
    FIREFOX("Firefox", "Firefox/|FxiOS/"),
    CHROME("Chrome", "Chrome/|CriOS/"),
    SAFARI("Safari", "Safari/"),
    UNKNOWN("", "");

    private final String label;
    private final Pattern marks;

    Browser(String label, String marks) {
      this.label = label;
      this.marks = Pattern.compile(marks);
    }

    /** The name of the product, which is the same in every language; empty if unknown. */
    public String label() {
      return label;
    }
  }

  /**
   * The operating systems, each with the texts by which a header names it. The order matters: an
   * iPhone also names Mac OS X, and Android also names Linux.
   */
  public enum OperatingSystem {
    IOS("iOS", "iPhone|iPad|iPod"),
    HARMONY_OS("HarmonyOS", "HarmonyOS|OpenHarmony"),
    ANDROID("Android", "Android"),
    WINDOWS("Windows", "Windows"),
    CHROME_OS("ChromeOS", "CrOS"),
    MAC_OS("macOS", "Macintosh"),
    LINUX("Linux", "Linux|X11"),
    UNKNOWN("", "");

    private final String label;
    private final Pattern marks;

    OperatingSystem(String label, String marks) {
      this.label = label;
      this.marks = Pattern.compile(marks);
    }

    /** The name of the product, which is the same in every language; empty if unknown. */
    public String label() {
      return label;
    }
  }

  /** Recognises a device by the header {@code User-Agent}. */
  public static Device of(String userAgent) {
    return new Device(
        first(Browser.values(), browser -> browser.marks, userAgent),
        first(OperatingSystem.values(), system -> system.marks, userAgent));
  }

  /** The last value, {@code UNKNOWN}, matches every header. */
  private static <T> T first(T[] values, Function<T, Pattern> marks, String userAgent) {
    return Arrays.stream(values)
        .filter(value -> marks.apply(value).matcher(userAgent).find())
        .findFirst()
        .orElseThrow();
  }
}
