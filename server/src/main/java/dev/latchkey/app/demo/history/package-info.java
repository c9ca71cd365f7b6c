/**
 * What has happened in the organizations of the demo before it starts, so that each page shows what
 * it is for. Who was there and what they used is in three tables of text (resources, {@code
 * demo/}). Everything is written by the stores and acts of the product, with times of the past.
 */
@NullMarked
package dev.latchkey.app.demo.history;

import org.jspecify.annotations.NullMarked;
