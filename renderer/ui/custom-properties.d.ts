import 'react';

declare module 'react' {
  /** A component passes a size that the user has chosen to its style sheet, which may still override it. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
