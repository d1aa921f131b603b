/** The text format of Prometheus, version 0.0.4. */

export const EXPOSITION_TYPE = 'text/plain;version=0.0.4;charset=utf-8';

export type Labels = Readonly<Record<string, string | number>>;

export interface Family {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** The suffix is part of the name, such as `_bucket`. */
  samples: readonly (readonly [labels: Labels, value: number, suffix?: string])[];
}

export function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, type: 'gauge', help, samples };
}

export function counter(name: string, help: string, samples: Family['samples']): Family {
  return { name, type: 'counter', help, samples };
}

/** The only sample of a family. */
export function one(value: number): Family['samples'] {
  return [[{}, value]];
}

/** Families without a sample are left out: a label value appears with its first sample. */
export function exposed(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) =>
    samples.length === 0
      ? []
      : [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...samples.map(([labels, value, suffix = '']) => `${name}${suffix}${textOf(labels)} ${value}`),
        ],
  );
  return `${lines.join('\n')}\n`;
}

function textOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
