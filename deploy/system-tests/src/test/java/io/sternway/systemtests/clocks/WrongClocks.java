package io.sternway.systemtests.clocks;

import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.StackOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;

/** Sets the clocks of a stack's processes; each is right at first. */
public final class WrongClocks {

    private final Path folder;
    private final Path agent;

    private WrongClocks(Path folder, Path agent) {
        this.folder = folder;
        this.agent = agent;
    }

    /** Packs the agent into that folder. */
    public static WrongClocks in(Path folder) {
        try {
            Files.createDirectories(folder);
            return new WrongClocks(folder, pack(folder.resolve("clock-agent.jar")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A stack whose processes have the agent. */
    public StackOptions on(StackOptions options) {
        return options.on(options.profile().with("-javaagent:" + agent + "=" + folder));
    }

    /** Sets the clock of a process, which may run or start later: so much ahead of the right time. */
    public void set(ServiceProcess process, Duration ahead) {
        String name = Integer.toString(URI.create(process.url()).getPort());
        try {
            Path next = Files.writeString(folder.resolve(name + ".next"), ahead.toString());
            Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path pack(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.CLASS_PATH, location(ByteBuddy.class).toString());
        main.putValue("Premain-Class", ClockAgent.class.getName());
        main.putValue("Can-Retransform-Classes", "true");
        main.putValue("Can-Redefine-Classes", "true");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> part : List.of(ClockAgent.class, ClockAgent.Instants.class, ClockAgent.Millis.class)) {
                String entry = part.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(entry));
                Files.copy(Path.of(location(part)).resolve(entry), out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private static URI location(Class<?> type) {
        try {
            return type.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
