package io.sternway.clusters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Tells one version of a file from another without reading it; links are followed.
 *
 * @param modified when it was written; absent when the file cannot be looked at
 * @param size its length
 * @param key the file system's own name for it, so that a replaced file is another one
 */
record FileStamp(
        @Nullable FileTime modified, long size, @Nullable Object key) {

    private static final FileStamp NONE = new FileStamp(null, -1, null);

    static FileStamp of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return NONE;
        }
    }
}
