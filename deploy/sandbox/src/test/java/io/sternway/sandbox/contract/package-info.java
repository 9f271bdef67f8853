/**
 * The contract that simulated clusters and the real control plane keep alike, and what only the real one shows.
 * Many files: each subject is an interface of its own, so that both clusters are held to the same tests.
 */
package io.sternway.sandbox.contract;
