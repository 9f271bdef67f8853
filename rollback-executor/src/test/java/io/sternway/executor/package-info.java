/**
 * Tests of the whole service: its beans with a real Kafka and a real Postgres, and clusters behind real HTTP APIs.
 */
package io.sternway.executor;
