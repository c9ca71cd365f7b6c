package dev.latchkey.site;

/**
 * A heading of a page with the text below it, up to the next heading.
 *
 * @param level 1 for the title of the page
 */
record Section(int level, String title, String anchor, String text) {}
