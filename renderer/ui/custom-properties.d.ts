import 'react';

declare module 'react' {
  /** A component hands a size that a person has chosen to its style sheet, which may still decide otherwise. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
