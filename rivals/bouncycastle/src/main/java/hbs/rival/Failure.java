package hbs.rival;

/** A request that does not go well, with the status of its answer. */
final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    final int status;

    private Failure(int status, String message) {
        super(message);
        this.status = status;
    }

    static Failure unsupported(String message) {
        return new Failure(1, message);
    }

    static Failure exhausted(String message) {
        return new Failure(2, message);
    }

    static Failure failed(String message) {
        return new Failure(3, message);
    }

    /** What somebody's exception says. */
    static Failure of(Throwable thrown) {
        return failed(thrown.toString());
    }
}
