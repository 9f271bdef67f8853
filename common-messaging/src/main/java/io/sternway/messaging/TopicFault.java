package io.sternway.messaging;

/**
 * One way in which a topic is not as it must be.
 *
 * @param topic the topic's name
 * @param setting what is wrong: {@code existence}, {@code partitions}, or a broker setting
 * @param found what is there
 * @param expected what must be there
 */
public record TopicFault(String topic, String setting, String found, String expected) {

    @Override
    public String toString() {
        return topic + ": " + setting + " is " + found + ", expected " + expected;
    }
}
