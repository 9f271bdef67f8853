package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.vocabulary.NoteKind;

/**
 * What an operator should know about one object.
 *
 * @param object the object
 * @param kind what it is about
 * @param message for people
 */
public record Note(ObjectName object, NoteKind kind, String message) {}
