package io.sternway.systemtests.faults;

import io.sternway.sandbox.stack.Service;
import java.time.Duration;

/** Something that goes wrong, as data. */
sealed interface Fault {

    /** What it happens to; one thing has one fault at a time. */
    String subject();

    /** A process of a service. */
    record OfProcess(Service service, int replica, OfProcess.How how) implements Fault {
        enum How {
            /** SIGKILL; started again when the fault ends. */
            KILLED,
            /** SIGTERM; started again when the fault ends. */
            ENDED,
            /** SIGSTOP; SIGCONT when the fault ends. */
            FROZEN
        }

        @Override
        public String subject() {
            return service.module() + "-" + replica;
        }
    }

    /** The link of all replicas of a service to the broker or the database; others are not concerned. */
    record OfLink(Service service, OfLink.End end, OfLink.How how, Duration delay) implements Fault {
        enum End {
            BROKER,
            DATABASE
        }

        enum How {
            CUT,
            SILENT,
            SLOW,
            RESET
        }

        @Override
        public String subject() {
            return service.module() + " to " + end;
        }
    }

    /** Broker or database itself. */
    enum OfServer implements Fault {
        BROKER_STOPPED("broker"),
        DATABASE_STOPPED("database"),
        DATABASE_KILLED("database"),
        /** Every write is refused as a full disk refuses it; reads go on. */
        DATABASE_FULL("database");

        private final String server;

        OfServer(String server) {
            this.server = server;
        }

        @Override
        public String subject() {
            return server;
        }
    }

    /** A cluster's API server, or its controllers. */
    record OfCluster(int cluster, OfCluster.How how, Duration delay) implements Fault {
        enum How {
            UNREACHABLE,
            SLOW,
            /** Requests are carried out when the fault ends, whether or not somebody still waits. */
            FROZEN,
            ANSWERS_429,
            ANSWERS_500,
            ANSWERS_503,
            CREDENTIALS_EXPIRED,
            CONTROLLERS_DEAD,
            /** Open watches end with 410, and none can start in the past. */
            WATCHES_EXPIRED,
            WATCHES_CUT,
            /** Writes take effect, and their connection is reset instead of an answer. */
            ANSWERS_LOST
        }

        @Override
        public String subject() {
            return "cluster " + cluster;
        }
    }

    /** Every event between the services comes twice. */
    record Repetition() implements Fault {
        @Override
        public String subject() {
            return "events";
        }
    }
}
