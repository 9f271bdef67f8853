package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.StackProfile;
import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Options that must go together. A JVM without its optimising compiler reserves 48 MiB for compiled code, which a long build
 * fills: then it stops compiling.
 */
class JvmOptionsTest {

    private static final String QUICK_TO_START = "-XX:TieredStopAtLevel=1";
    private static final String CODE_CACHE = "-XX:ReservedCodeCacheSize=240m";

    @Test
    void maven_has_room_for_compiled_code() throws IOException {
        assertRoom(List.of(Files.readString(ProjectFolder.root().resolve(".mvn/jvm.config"))
                .strip()
                .split("\\s+")));
    }

    @Test
    void services_that_start_quickly_have_room_for_compiled_code() {
        assertRoom(Launch.small().options());
    }

    @Test
    void no_agent_changes_classes_of_an_archive() {
        assertTrue(StackProfile.sandbox().with("-Xmx128m").launch().archived());
        assertFalse(StackProfile.sandbox().with("-javaagent:agent.jar").launch().archived());
    }

    private static void assertRoom(List<String> options) {
        assertFalse(options.isEmpty());
        assertEquals(options.contains(QUICK_TO_START), options.contains(CODE_CACHE), () -> "options are " + options);
    }
}
