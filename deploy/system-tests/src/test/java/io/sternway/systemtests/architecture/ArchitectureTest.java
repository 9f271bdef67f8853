package io.sternway.systemtests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The layers (docs/architecture.md), as allow-lists; each rule fails as well when it matches nothing. */
class ArchitectureTest {

    private static final String[] SERVICES = {"promotion", "executor", "watcher", "evaluator"};
    private static final JavaClasses CLASSES = ProjectClasses.main();

    @Test
    void domains_import_the_jdk_themselves_and_the_contracts_words_only() {
        for (String service : SERVICES) {
            String domain = "io.sternway." + service + ".domain..";
            classes()
                    .that()
                    .resideInAPackage(domain)
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(
                                    domain,
                                    "io.sternway.vocabulary",
                                    "io.sternway.settings",
                                    "java..",
                                    "org.jspecify..")
                            .and(not(resideInAnyPackage("java.io..", "java.net..", "java.nio..", "java.sql.."))))
                    .because("decisions are pure: move I/O and mapping to an adapter")
                    .check(CLASSES);
        }
    }

    @Test
    void the_contracts_words_import_the_jdk_and_themselves_only() {
        for (String words : new String[] {"io.sternway.vocabulary", "io.sternway.settings"}) {
            classes()
                    .that()
                    .resideInAPackage(words)
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(words, "java..", "org.jspecify.."))
                    .because("decisions use them as they are")
                    .check(CLASSES);
        }
    }

    @Test
    @Tag("A2")
    void domains_ask_no_clock_and_no_chance() {
        noClasses()
                .that()
                .resideInAPackage("io.sternway.*.domain..")
                .should()
                .callMethodWhere(target(owner(assignableTo(Instant.class))).and(target(name("now"))))
                .orShould()
                .callMethodWhere(target(owner(assignableTo(UUID.class))).and(target(name("randomUUID"))))
                .orShould()
                .callMethodWhere(target(owner(assignableTo(System.class)))
                        .and(target(nameMatching("currentTimeMillis|nanoTime"))))
                .because("time comes in as an argument, ids are made of what they name")
                .check(CLASSES);
    }

    @Test
    void nobody_reads_the_wall_clock_in_passing() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sternway.sandbox..")
                .should()
                .callMethodWhere(target(owner(assignableTo(System.class))).and(target(name("currentTimeMillis"))))
                .because("a process' clock may be wrong: ask the database or the broker, or measure with nanoTime")
                .check(CLASSES);
    }

    @Test
    void only_the_kubernetes_packages_touch_the_client_library() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.sternway.promotion..",
                        "io.sternway.executor..",
                        "io.sternway.watcher..",
                        "io.sternway.evaluator..")
                .and()
                .resideOutsideOfPackages("..kubernetes..", "..config..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8..")
                .because("what an API server answers is translated at its edge")
                .check(CLASSES);
    }

    @Test
    void only_persistence_knows_tables() {
        noClasses()
                .that()
                .resideInAnyPackage("io.sternway.promotion..", "io.sternway.executor..")
                .and()
                .resideOutsideOfPackage("..persistence..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.persistence..", "io.quarkus.hibernate..")
                .because("entities never leave persistence")
                .check(CLASSES);
    }

    @Test
    void only_rest_knows_http_resources() {
        noClasses()
                .that()
                .resideInAPackage("io.sternway.promotion..")
                .and()
                .resideOutsideOfPackage("..rest..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.ws.rs..")
                .because("promotion-service decides by events; HTTP is one window")
                .check(CLASSES);
    }

    @Test
    @Tag("A1")
    void no_service_depends_on_another() {
        for (String service : SERVICES) {
            String[] others = Arrays.stream(SERVICES)
                    .filter(other -> !other.equals(service))
                    .map(other -> "io.sternway." + other + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("io.sternway." + service + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .because("services talk by events")
                    .check(CLASSES);
        }
    }

    @Test
    void the_contract_knows_no_framework() {
        noClasses()
                .that()
                .resideInAnyPackage("io.sternway.events..", "io.sternway.document..", "io.sternway.snapshot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.quarkus..", "io.smallrye..", "jakarta..", "org.apache.kafka..")
                .because("other systems use the jar")
                .check(CLASSES);
    }

    @Test
    void packages_have_no_cycles_at_any_depth() {
        slices().matching("io.sternway.(**)").should().beFreeOfCycles().check(CLASSES);
        slices().matching("io.sternway.(**)").should().beFreeOfCycles().check(ProjectClasses.systemTests());
    }

    @Test
    void the_decision_core_imports_one_way() {
        String domain = "io.sternway.promotion.domain.";
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.sternway.promotion.domain..")
                .layer("moves")
                .definedBy(domain + "moves..")
                .layer("rules")
                .definedBy(domain + "rules..")
                .layer("narration")
                .definedBy(domain + "narration..")
                .layer("model")
                .definedBy(domain + "model..")
                .whereLayer("model")
                .mayNotAccessAnyLayer()
                .whereLayer("narration")
                .mayOnlyAccessLayers("model")
                .whereLayer("rules")
                .mayOnlyAccessLayers("model", "narration")
                .whereLayer("moves")
                .mayOnlyAccessLayers("model", "narration", "rules")
                .because("a rule is asked and changes nothing, words decide nothing, records know nobody")
                .check(CLASSES);
    }

    @Test
    void names_say_something() {
        noClasses()
                .that()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("FieldManager")
                .should()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameStartingWith("Abstract")
                .orShould()
                .haveSimpleNameStartingWith("Base")
                .because("a name tells what the thing is; a field manager is Kubernetes' own term")
                .check(CLASSES);
    }

    @Test
    void nobody_sleeps_or_prints() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.sternway.sandbox..", "io.sternway.clusters..", "..messaging..", "..config..")
                .should()
                .callMethodWhere(target(owner(assignableTo(Thread.class))).and(target(name("sleep"))))
                .orShould()
                .accessField(System.class, "out")
                .because("wait for an event; only what repeats a failed call to the outside pauses; log with fields")
                .check(CLASSES);
    }
}
