/** An exported OpenCollection as the folder that Bruno opens and its command line runs: a file for each request. */
import { parse, stringify } from 'yaml';

export interface BrunoItem {
  info: { name: string; type: string; seq?: number };
  /** Of a folder. */
  items?: BrunoItem[];
  /** Of a request. */
  http?: object;
  runtime?: object;
  docs?: string;
}

/** What is read of an export. */
interface Bundle {
  items: BrunoItem[];
  config: { environments: { name: string }[] };
  bundled: true;
}

export const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

/** @param text of an export @returns the text of each file by its path */
export function brunoFiles(text: string): Map<string, string> {
  const { items, config, bundled: _, ...root } = parse(text) as Bundle;
  const files = new Map([['opencollection.yml', yaml(root)]]);
  for (const environment of config.environments)
    files.set(`environments/${environment.name}.yml`, yaml(environment));
  addItems(items, '', files);
  return files;
}

function addItems(items: readonly BrunoItem[], folder: string, files: Map<string, string>): void {
  const digits = Math.max(2, String(items.length).length);
  for (const item of items) {
    const number = String(item.info.seq).padStart(digits, '0');
    const path = `${folder}${number}-${slugOf(item.info.name)}`;
    if (item.items === undefined) files.set(`${path}.yml`, yaml(item));
    else {
      const { items: inner, ...own } = item;
      files.set(`${path}/folder.yml`, yaml(own));
      addItems(inner, `${path}/`, files);
    }
  }
}

/** Characters: a path of several folders must fit into the 260 of Windows. */
const LONGEST = 60;

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-/, '')
    .replace(/-$/, '');
