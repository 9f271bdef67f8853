/**
 * Tests of the whole service: its beans with a real Kafka and a real Postgres, the other services played.
 */
package io.sternway.promotion;
