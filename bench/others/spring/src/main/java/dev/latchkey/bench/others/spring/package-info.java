/**
 * Spring Authorization Server on PostgreSQL, for bench/others/compare. It contains no code of
 * Latchkey.
 */
package dev.latchkey.bench.others.spring;
