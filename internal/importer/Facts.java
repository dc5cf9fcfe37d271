import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Prints what a kafka-clients jar knows and its message schemas do not say:
 *
 *   api KEY NAME OLDEST LATEST
 *   error CODE NAME RETRIABLE EXCEPTION
 *
 * By reflection, because the classes changed over the releases.
 */
class Facts {
    public static void main(String[] args) throws Exception {
        for (ApiKeys api : ApiKeys.values()) {
            System.out.println("api " + field(api, "id") + " " + field(api, "name")
                + " " + call(api, "oldestVersion") + " " + call(api, "latestVersion"));
        }
        for (Errors error : Errors.values()) {
            Exception e = (Exception) call(error, "exception");
            System.out.println("error " + call(error, "code") + " " + error.name()
                + " " + (e instanceof RetriableException)
                + " " + (e == null ? "-" : e.getClass().getSimpleName()));
        }
    }

    private static Object field(Enum<?> e, String name) throws Exception {
        Field f = e.getDeclaringClass().getDeclaredField(name);
        f.setAccessible(true);
        return f.get(e);
    }

    private static Object call(Enum<?> e, String name) throws Exception {
        Method m = e.getDeclaringClass().getMethod(name);
        return m.invoke(e);
    }
}
