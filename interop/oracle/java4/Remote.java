import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.server.log.remote.storage.LogSegmentData;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteLogSegmentMetadata.CustomMetadata;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager;

/** A remote tier that forgets all that it is given: a broker of the recipe "tiered" needs one to write its metadata. */
public final class Remote implements RemoteStorageManager {
    @Override
    public void configure(Map<String, ?> configs) {
    }

    @Override
    public Optional<CustomMetadata> copyLogSegmentData(RemoteLogSegmentMetadata segment, LogSegmentData data) {
        return Optional.of(new CustomMetadata(new byte[] {1, 2, 3}));
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int start) {
        return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public InputStream fetchLogSegment(RemoteLogSegmentMetadata segment, int start, int end) {
        return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public InputStream fetchIndex(RemoteLogSegmentMetadata segment, IndexType type) {
        return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public void deleteLogSegmentData(RemoteLogSegmentMetadata segment) {
    }

    @Override
    public void close() {
    }
}
