/** Accepts dropped files and folders anywhere in the window. */
import { useEffect, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import type { SentFile } from '../host.ts';
import { openDropped } from '../state/dropped.ts';
import styles from './drop-target.module.css';
import { MAX_SOURCE_NESTING } from '../../shared/limits.ts';

const t = texts.frame.drop;

export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      // Available only during the event. An item dragged from another program's window has no entry.
      const found = [...(event.dataTransfer?.items ?? [])].flatMap(
        (item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [],
      );
      const name = found.map((one) => one.name).join(', ');
      void Promise.all(found.map(sentFrom)).then((files) => openDropped(files.flat(), name));
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over ? <div className={styles.over}>{t.here}</div> : null;
}

/** Whether files of the system are dragged, rather than something of the window. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === 'Files') === true;
}

async function sentFrom(found: File | FileSystemEntry): Promise<SentFile[]> {
  return found instanceof File ? [{ path: found.name, file: found }] : filesIn(found, '', MAX_SOURCE_NESTING);
}

/** The files of a folder with their paths, or the file itself, without unreadable ones. */
async function filesIn(entry: FileSystemEntry, above: string, levels: number): Promise<SentFile[]> {
  const path = above === '' ? entry.name : `${above}/${entry.name}`;
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File | null>((resolve) => {
      entry.file(resolve, () => resolve(null));
    });
    return file === null ? [] : [{ path, file }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry) || levels === 0) return [];
  const found: SentFile[] = [];
  const reader = entry.createReader();
  // A folder is read in batches, until one is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (part.length === 0) return found;
    for (const one of part) found.push(...(await filesIn(one, path, levels - 1)));
  }
}
