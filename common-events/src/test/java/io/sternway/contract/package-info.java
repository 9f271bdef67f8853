/**
 * The published side of the contract (JSON Schemas, samples, AsyncAPI, docs/events.md) compared with the code. What can be
 * generated is generated here: run the tests of this package with {@code -Dcontract.update=true}, look at the
 * difference, and commit it.
 */
package io.sternway.contract;
