import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * A line server over the Kafka classes of one release: one JSON request a line in, one JSON reply a line out, in order.
 *
 * This class answers "errors" and "apikeys" by itself and prints their JSON by hand, because releases before 2.8 come
 * without a JSON library. All other verbs are Codec's, which is loaded on first use and may be absent.
 */
public final class Oracle {
    private static final Pattern OP = Pattern.compile("\"op\"\\s*:\\s*\"(\\w+)\"");

    private static UnaryOperator<String> codec;

    public static void main(String[] args) throws Exception {
        // Whatever Kafka prints must not mix with the replies.
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
        BufferedWriter out = new BufferedWriter(
            new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8), 1 << 16);
        String line;
        while ((line = in.readLine()) != null) {
            if (op(line).endsWith("records")) {
                records(line, out);
            } else {
                out.write(reply(line));
                out.write('\n');
            }
            // A pipelined batch is answered in large writes; the last request never waits.
            if (!in.ready()) {
                out.flush();
            }
        }
        out.flush();
    }

    private static String op(String line) {
        Matcher m = OP.matcher(line);
        return m.find() ? m.group(1) : "";
    }

    /** Many lines for one request, so they don't go through a string. */
    private static void records(String line, BufferedWriter out) throws IOException {
        try {
            Object records = Class.forName("Records").getDeclaredConstructor().newInstance();
            records.getClass().getDeclaredMethod("answer", String.class, Writer.class).invoke(records, line, out);
        } catch (Throwable e) {
            out.write("{\"end\":true,\"error\":" + quote(describe(e)) + "}\n");
        }
    }

    private static String reply(String line) {
        try {
            switch (op(line)) {
                case "errors":
                    return errors();
                case "apikeys":
                    return apiKeys();
                default:
                    return codec().apply(line);
            }
        } catch (Throwable e) { // also stack overflow and lack of memory: bad bytes may cause both
            return "{\"error\":" + quote(describe(e)) + "}";
        }
    }

    @SuppressWarnings("unchecked")
    private static UnaryOperator<String> codec() throws Exception {
        if (codec == null) {
            try {
                codec = (UnaryOperator<String>) Class.forName("Codec").getDeclaredConstructor().newInstance();
            } catch (ClassNotFoundException e) {
                throw new UnsupportedOperationException("this release has no JSON converters (2.8 is the first with them)");
            }
        }
        return codec;
    }

    private static String errors() {
        StringBuilder b = new StringBuilder("{\"errors\":[");
        for (Errors e : Errors.values()) {
            Exception x = e.exception();
            b.append(e.ordinal() == 0 ? "" : ",")
                .append("{\"code\":").append(e.code())
                .append(",\"name\":").append(quote(e.name()))
                .append(",\"exception\":").append(x == null ? "\"\"" : quote(x.getClass().getSimpleName()))
                .append(",\"retriable\":").append(x instanceof RetriableException)
                .append('}');
        }
        return b.append("]}").toString();
    }

    private static String apiKeys() throws Exception {
        StringBuilder b = new StringBuilder("{\"apiKeys\":[");
        for (ApiKeys k : ApiKeys.values()) {
            Object type = get(k, "messageType");
            Object unstable = call(type, "latestVersionUnstable");
            b.append(k.ordinal() == 0 ? "" : ",")
                .append("{\"id\":").append(k.id)
                .append(",\"name\":").append(quote(k.name))
                .append(",\"oldest\":").append(k.oldestVersion())
                .append(",\"latest\":").append(k.latestVersion())
                .append(",\"unstable\":").append(Boolean.TRUE.equals(unstable))
                .append(",\"listeners\":").append(names(call(type, "listeners")))
                .append(",\"requestHeaders\":").append(headers(k, "requestHeaderVersion"))
                .append(",\"responseHeaders\":").append(headers(k, "responseHeaderVersion"))
                .append('}');
        }
        return b.append("]}").toString();
    }

    /** The header version of each body version, oldest first; null where the release does not say. */
    private static String headers(ApiKeys k, String method) throws Exception {
        java.lang.reflect.Method m;
        try {
            m = ApiKeys.class.getMethod(method, short.class);
        } catch (NoSuchMethodException e) {
            return "null";
        }
        StringBuilder b = new StringBuilder("[");
        for (short v = k.oldestVersion(); v <= k.latestVersion(); v++) {
            b.append(b.length() == 1 ? "" : ",").append(m.invoke(k, v));
        }
        return b.append(']').toString();
    }

    private static String names(Object collection) {
        if (collection == null) {
            return "null";
        }
        StringBuilder b = new StringBuilder("[");
        for (Object o : (Collection<?>) collection) {
            b.append(b.length() == 1 ? "" : ",").append(quote(((Enum<?>) o).name()));
        }
        return b.append(']').toString();
    }

    private static Object get(Object target, String field) throws Exception {
        try {
            return target.getClass().getField(field).get(target);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static Object call(Object target, String method) throws Exception {
        if (target == null) {
            return null;
        }
        try {
            return target.getClass().getMethod(method).invoke(target);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    static String describe(Throwable e) {
        while (e instanceof InvocationTargetException && e.getCause() != null) {
            e = e.getCause();
        }
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < 0x20) {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.append('"').toString();
    }
}
