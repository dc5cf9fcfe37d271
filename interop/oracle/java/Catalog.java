import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Message;

/**
 * The messages of one release, found by looking through the jars of the class path: a message is what has a top-level
 * generated JSON converter. Its schema type (request, data, coordinator-key ...) comes from the JSON resource beside it.
 */
final class Catalog {
    private static final String CONVERTER = "JsonConverter";

    /** One message; its classes are loaded on first use, since a run may ask for a few of several hundred. */
    static final class Kind {
        final String name;
        final String className;
        final String type;
        private Class<?> messageClass;
        private Method reader;
        private Method writer;

        Kind(String name, String className, String type) {
            this.name = name;
            this.className = className;
            this.type = type;
        }

        Message create() throws Exception {
            return (Message) messageClass().getDeclaredConstructor().newInstance();
        }

        Class<?> messageClass() throws Exception {
            load();
            return messageClass;
        }

        Message fromJson(JsonNode json, short version) throws Exception {
            load();
            return (Message) reader.invoke(null, json, version);
        }

        JsonNode toJson(Message message, short version) throws Exception {
            load();
            return (JsonNode) writer.invoke(null, message, version);
        }

        private void load() throws Exception {
            if (messageClass == null) {
                Class<?> converter = Class.forName(className + CONVERTER);
                Class<?> c = Class.forName(className);
                reader = converter.getMethod("read", JsonNode.class, short.class);
                writer = converter.getMethod("write", c, short.class);
                messageClass = c;
            }
        }

        static short apiKey(Message m) {
            return m instanceof ApiMessage ? ((ApiMessage) m).apiKey() : -1;
        }
    }

    private final Map<String, Kind> kinds = new TreeMap<>();

    Catalog() throws IOException {
        List<String> classes = new ArrayList<>();
        Map<String, String> types = new HashMap<>();
        ObjectMapper lenient = new ObjectMapper().configure(JsonParser.Feature.ALLOW_COMMENTS, true);
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.endsWith(".jar")) {
                scan(path, lenient, classes, types);
            }
        }
        for (String c : classes) {
            add(c, types);
        }
    }

    private static void scan(String path, ObjectMapper lenient, List<String> classes, Map<String, String> types)
            throws IOException {
        try (ZipFile jar = new ZipFile(path)) {
            for (Enumeration<? extends ZipEntry> e = jar.entries(); e.hasMoreElements();) {
                ZipEntry entry = e.nextElement();
                String name = entry.getName();
                if (name.endsWith(CONVERTER + ".class") && name.indexOf('$') < 0) {
                    String converter = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    classes.add(converter.substring(0, converter.length() - CONVERTER.length()));
                } else if (name.endsWith(".json")) {
                    readType(jar.getInputStream(entry), lenient, types);
                }
            }
        }
    }

    /** FetchResponseData is called FetchResponse, but DefaultPrincipalData is so called in its schema too. */
    private void add(String className, Map<String, String> types) {
        String name = className.substring(className.lastIndexOf('.') + 1);
        if (!types.containsKey(name) && name.endsWith("Data")) {
            name = name.substring(0, name.length() - 4);
        }
        Kind k = new Kind(name, className, types.getOrDefault(name, "data"));
        Kind other = kinds.put(k.name, k);
        if (other != null) {
            throw new IllegalStateException("two messages are called " + k.name + ": " + other.className + ", " + k.className);
        }
    }

    private static void readType(InputStream in, ObjectMapper lenient, Map<String, String> types) throws IOException {
        JsonNode schema = lenient.readTree(in);
        if (schema.path("name").isTextual() && schema.path("type").isTextual()) {
            types.put(schema.get("name").textValue(), schema.get("type").textValue());
        }
    }

    Iterable<Kind> all() {
        return kinds.values();
    }

    /** Finds a message by its schema name (FetchResponse) or its class name (FetchResponseData). */
    Kind find(String name) {
        Kind k = kinds.get(name);
        if (k == null && name.endsWith("Data")) {
            k = kinds.get(name.substring(0, name.length() - 4));
        }
        if (k == null) {
            throw new IllegalArgumentException("this release has no message called " + name);
        }
        return k;
    }
}
