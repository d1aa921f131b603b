/** The ready collections for Postman and Bruno as files: path and text of each. */
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { listed } from '../../../main/core/collections/listing.ts';
import { treeOf } from '../../../shared/collections/tree.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { BASE_VARIABLE, Exporting } from '../../../shared/interchange/to/exporting.ts';
import { folderOf } from '../../../shared/interchange/to/read-tree.ts';
import { toOpenCollection } from '../../../shared/interchange/to/opencollection.ts';
import { toPostman } from '../../../shared/interchange/to/postman.ts';
import { CONTROL, CONTROL_VARIABLE, plainCollection, RETURN } from './plain.ts';

export const READY = ['first-steps', 'account-information', 'payments-and-baskets'] as const;

/** Text by path, relative to the folder of the ready collections. @param shipped folder of the collections of the workbench */
export function readyFiles(shipped: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of READY) {
    const read = folderOf(treeOf(listed(join(shipped, name))), (path, reason) => {
      throw new Error(`${path}: ${reason}`);
    });
    const plain = plainCollection(
      read,
      `Made from \`main/collections/${name}\` by \`npm run docs\`. docs/postman-and-bruno.md says how to use it.`,
    );
    files.set(`postman/${name}.json`, withScaId(toPostman(plain, exporting())));
    addBruno(plain, `bruno/${name}`, files);
  }
  return files;
}

const exporting = () => new Exporting(new Map(), true, addressOf);

function addressOf(path: string): string {
  if (path === RETURN) return '{{redirectUri}}';
  return path.startsWith(CONTROL) ? `{{${CONTROL_VARIABLE}}}${path}` : `{{${BASE_VARIABLE}}}${path}`;
}

/** The id of an SCA is the last segment of its link. A capture of the workbench takes a whole value, a script any part of it. */
function withScaId(text: string): string {
  return text.replaceAll(/(_links\.scaRedirect\.href)(?=\);"|\n +method:)/g, "$1.split('/').pop()");
}

interface Variable {
  name: string;
  value?: string;
}

/** What is read of an export again. */
interface Exported {
  items: Item[];
  config: { environments: { name: string; variables: Variable[] }[] };
  request: { variables: Variable[] };
}

interface Item {
  info: { name: string; type: string; seq: number };
  items?: Item[];
}

/** Bruno opens a folder with a file for each request; an export is one file with all of them. */
function addBruno(collection: Folder, folder: string, files: Map<string, string>): void {
  const exported = parse(withScaId(toOpenCollection(collection, exporting()))) as Exported & {
    bundled: true;
  };
  const { items, config, request, bundled: _, ...root } = exported;
  // Where a person sets the others, too.
  const isAddress = ({ name }: Variable) => name === CONTROL_VARIABLE;
  const variables = request.variables.filter((one) => !isAddress(one));
  files.set(`${folder}/opencollection.yml`, yaml({ ...root, request: { variables } }));
  for (const { name, variables: own } of config.environments) {
    const all = [...request.variables.filter(isAddress), ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
    files.set(`${folder}/environments/${name}.yml`, yaml({ name, variables: all }));
  }
  addItems(items, folder, files);
}

function addItems(items: readonly Item[], folder: string, files: Map<string, string>): void {
  for (const item of items) {
    const path = `${folder}/${String(item.info.seq).padStart(2, '0')}-${slugOf(item.info.name)}`;
    if (item.items === undefined) files.set(`${path}.yml`, yaml(item));
    else {
      const { items: inner, ...own } = item;
      files.set(`${path}/folder.yml`, yaml(own));
      addItems(inner, path, files);
    }
  }
}

const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
