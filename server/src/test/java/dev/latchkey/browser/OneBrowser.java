package dev.latchkey.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Two classes with a browser never run at once: each has a Chromium, and together they would need
 * both processors. They begin early, because the last one would run alone at the end.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ResourceLock("Chromium")
@Order(2)
@interface OneBrowser {}
