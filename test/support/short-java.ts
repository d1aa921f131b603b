/** Options of Java for programs that end within a second: its optimising compiler and parallel collector would only cost them. */
export const SHORT_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] as const;
