/** Spring Authorization Server on PostgreSQL, for bench/others/compare. No code of Latchkey. */
package dev.latchkey.bench.others.spring;
