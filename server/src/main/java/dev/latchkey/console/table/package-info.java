/** Lists of the pages: what an address says about them, their rows, and acts on several rows. */
package dev.latchkey.console.table;
