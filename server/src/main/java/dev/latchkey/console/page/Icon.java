package dev.latchkey.console.page;

import dev.latchkey.console.asset.Asset;
import gg.jte.Content;
import java.util.Locale;

/**
 * The icons of the pages, from the Lucide set. The build takes exactly these files from the set
 * (see {@code pom.xml}). An icon is written into the page itself, so it costs no request and takes
 * the colour of the text. It never stands without a text, so programs that read a page aloud skip
 * it.
 */
public enum Icon {
  ACTIVITY,
  APP_WINDOW,
  ARROW_DOWN,
  ARROW_UP,
  BOOK_OPEN,
  BUILDING_2,
  CHECK,
  CHEVRON_DOWN,
  CHEVRON_LEFT,
  CHEVRON_RIGHT,
  CHEVRONS_UP_DOWN,
  CIRCLE,
  CIRCLE_CHECK,
  CIRCLE_X,
  COPY,
  DOWNLOAD,
  EXTERNAL_LINK,
  FINGERPRINT,
  HOUSE,
  ID_CARD,
  INBOX,
  INFO,
  KEY_ROUND,
  LANGUAGES,
  LAYERS,
  LOG_OUT,
  MENU,
  MONITOR,
  MOON,
  PENCIL,
  PLAY,
  PLUS,
  REFRESH_CW,
  SCROLL_TEXT,
  SEARCH,
  SERVER,
  SHIELD_CHECK,
  SUN,
  SUN_MOON,
  TERMINAL,
  TRASH_2,
  TRIANGLE_ALERT,
  USER_ROUND,
  USERS,
  WEBHOOK,
  X;

  private final String drawing = load();

  /** The icon as content of a template. */
  public Content svg() {
    return output -> output.writeContent(drawing);
  }

  /** The file without its comment and its outer element, in a new element. */
  private String load() {
    String file =
        Asset.text("/icons/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg");
    int from = file.indexOf('>', file.indexOf("<svg")) + 1;
    String shapes = file.substring(from, file.indexOf("</svg>")).strip();
    return "<svg class=\"icon\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\""
        + " stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        + " aria-hidden=\"true\" focusable=\"false\">"
        + shapes.replaceAll("\\s*\\n\\s*", "")
        + "</svg>";
  }
}
