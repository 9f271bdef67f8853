/**
 * The closed lists of the public contract: every enum that an event, an audit record or a setting may name, each once. Plain
 * Java without any framework, so that decisions use the contract's own words; no rule lives here. A value is never renamed,
 * new ones may be added. Beside them the one list of Kubernetes that services share: {@link ApiServerGroups}.
 */
@org.jspecify.annotations.NullMarked
package io.sternway.vocabulary;
