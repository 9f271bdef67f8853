package io.sternway.systemtests.history.rules;

import io.sternway.systemtests.ground.TopicRecorder.Recorded;

/** How reports name places. */
final class Places {

    private Places() {}

    static String of(Recorded record) {
        return record.topic().topicName() + "-" + record.partition() + "@" + record.offset() + " (" + record.key()
                + ")";
    }
}
