import 'react';

declare module 'react' {
  /** A component passes a size to its style sheet, which may override it. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
