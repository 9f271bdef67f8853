package io.sternway.messaging.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.messaging.TerminalException;
import io.sternway.messaging.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"08001", "08006", "40001", "40P01", "53300", "57P01", "57014", "55P03", "25006", "25P03", "58030"
            })
    void whatSaysNothingAboutTheRecordPasses(String state) {
        assertTrue(Failures.passes(new StoreException("x", new SQLException("x", state))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "22001", "42P01", "25P02", "23503"})
    void whatTheRecordCausedDoesNot(String state) {
        assertFalse(Failures.passes(new StoreException("x", new SQLException("x", state))));
    }

    @Test
    void causesAndSuppressedAreLookedAt() {
        IllegalStateException outer = new IllegalStateException("x");
        outer.addSuppressed(new SQLTransientConnectionException("away"));
        assertTrue(Failures.passes(new RuntimeException(outer)));
        assertFalse(Failures.passes(new RuntimeException(new IllegalArgumentException("bug"))));
    }

    @Test
    void aVerdictOfTheHandlerIsFoundInside() {
        TerminalException verdict = new TerminalException("Nonsense", "makes no sense");
        assertEquals(verdict, Failures.terminal(new RuntimeException(verdict)).orElseThrow());
    }
}
