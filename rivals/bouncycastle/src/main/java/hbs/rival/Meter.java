package hbs.rival;

import com.sun.management.ThreadMXBean;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** What an operation takes: wall time, CPU time of this thread, and the bytes that this thread allocates. */
final class Meter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long wall;
    private long cpu;
    private long bytes;

    /** An operation that is measured. */
    interface Operation<T> {
        T run() throws Exception;
    }

    /** Runs the operation. Wall time is the inner clock: reading it is no system call. */
    <T> T measure(Operation<T> operation) throws Exception {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long ran = THREADS.getCurrentThreadCpuTime();
        long started = System.nanoTime();
        T result = operation.run();
        wall = System.nanoTime() - started;
        cpu = ran < 0 ? -1 : THREADS.getCurrentThreadCpuTime() - ran;
        bytes = allocated < 0 ? -1 : THREADS.getCurrentThreadAllocatedBytes() - allocated;
        return result;
    }

    /** Writes the sample of the operation that was measured last. Neither allocations nor the peak are known. */
    void write(DataOutputStream out) throws IOException {
        out.writeLong(wall);
        out.writeLong(cpu);
        out.writeLong(bytes);
        out.writeLong(-1);
        out.writeLong(-1);
    }
}
