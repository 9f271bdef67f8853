package io.sternway.sandbox.contract;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test a namespace of its own ({@link Space}), or the whole cluster, which all tests share. */
class OnCluster implements ParameterResolver {
    private final String name;
    private final Supplier<ClusterUnderTest> starting;

    OnCluster(String name, Supplier<ClusterUnderTest> starting) {
        this.name = name;
        this.starting = starting;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Space.class || type == ClusterUnderTest.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The root store closes the cluster after the last test.
        ClusterUnderTest cluster = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(OnCluster.class))
                .computeIfAbsent(name, key -> starting.get(), ClusterUnderTest.class);
        return parameter.getParameter().getType() == Space.class ? cluster.newSpace() : cluster;
    }
}
