/** Collects everything in a browser that a secret of the extension may have reached, as bytes to search. */
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type Place, textPlace } from './byte-search.ts';

/** Returns the contents of a page: its markup with every shadow root, form values, and address. */
export async function domPlaces(page: Page): Promise<Place[]> {
  const parts = await page.evaluate(() => {
    const filledIn: string[] = [];
    const markup: string[] = [];
    const look = (root: Document | ShadowRoot) => {
      markup.push(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML);
      for (const element of root.querySelectorAll('*')) {
        if ('value' in element) filledIn.push(String(element.value));
        if (element.shadowRoot !== null) look(element.shadowRoot);
      }
    };
    look(document);
    return { markup: markup.join('\n'), filledIn: filledIn.join('\n'), title: document.title };
  });
  const name = new URL(page.url()).pathname;
  return [
    textPlace(`the address of ${name}`, page.url()),
    textPlace(`the markup of ${name}`, parts.markup + parts.title),
    textPlace(`the fields of ${name}`, parts.filledIn),
  ];
}

/**
 * Returns every string that a script can still reach in the page or another page of its process.
 */
export async function heapPlace(page: Page): Promise<Place> {
  const cdp = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  return textPlace(`the heap of ${new URL(page.url()).pathname}`, chunks.join(''));
}

/**
 * Returns everything an origin stores, read by a page of that origin, binary values and files
 * included.
 */
export async function storedPlaces(page: Page): Promise<Place[]> {
  const parts = await page.evaluate(readAllStored);
  const of = new URL(page.url()).pathname;
  return parts.map(({ name, text, base64 }) => ({
    name: `${name} of ${of}`,
    bytes: base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64'),
  }));
}

/** Returns the cookies of every site. */
export async function cookiePlace(context: BrowserContext): Promise<Place> {
  return textPlace('cookies', JSON.stringify(await context.cookies()));
}

/**
 * Returns the raw bytes of every file in a folder. A database may compress its values, which are then found only
 * through its API.
 */
export async function filePlaces(folder: string): Promise<Place[]> {
  let files: Dirent[] = [];
  await expect(async () => {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    files = entries.filter((entry) => entry.isFile());
  }, 'A running browser deletes folders meanwhile').toPass();
  const places = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        // A running browser also deletes files.
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return bytes === null ? [] : [{ name: `the file ${path.slice(folder.length + 1)}`, bytes }];
    }),
  );
  return places.flat();
}

export interface ConsoleRecord {
  places(): Promise<Place[]>;
}

/** Records everything that pages and workers log, with full values, and every error they throw. */
export function recordConsole(context: BrowserContext): ConsoleRecord {
  const lines: Promise<string>[] = [];
  const write = async (message: ConsoleMessage): Promise<string> => {
    // Once a page has closed, only the text of its messages is left.
    const values = message.args().map((arg) => arg.jsonValue().catch(() => null));
    return `${message.text()} ${JSON.stringify(await Promise.all(values))}`;
  };
  const writeThrown = async (error: Error) => String(error.stack);
  context.on('console', (message) => void lines.push(write(message)));
  context.on('weberror', (error) => void lines.push(writeThrown(error.error())));
  return {
    places: async () => [textPlace('the console', (await Promise.all(lines)).join('\n'))],
  };
}

interface StoredPart {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

/** Runs in the page, so it can't use anything from this file. */
async function readAllStored(): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];

  const toBase64 = (bytes: Uint8Array) => {
    let binary = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(binary);
  };
  const addBytes = (name: string, buffer: ArrayBuffer) => {
    parts.push({ name, base64: toBase64(new Uint8Array(buffer)) });
  };
  const addValue = async (name: string, value: unknown): Promise<void> => {
    const words: string[] = [];
    const binary: ArrayBuffer[] = [];
    const walk = async (part: unknown): Promise<void> => {
      if (part instanceof ArrayBuffer) binary.push(part);
      else if (ArrayBuffer.isView(part)) {
        binary.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice().buffer);
      } else if (part instanceof Blob) binary.push(await part.arrayBuffer());
      else if (part instanceof CryptoKey) {
        words.push(`CryptoKey, extractable: ${part.extractable}`);
        if (part.extractable) binary.push(await crypto.subtle.exportKey('raw', part));
      } else if (part instanceof Map || part instanceof Set) await walk([...part]);
      else if (typeof part === 'object' && part !== null) {
        for (const [key, inner] of Object.entries(part)) {
          words.push(key);
          await walk(inner);
        }
      } else words.push(String(part));
    };
    await walk(value);
    parts.push({ name, text: words.join('\n') });
    for (const buffer of binary) addBytes(`${name} (bytes)`, buffer);
  };
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const addFolder = async (path: string, folder: FileSystemDirectoryHandle): Promise<void> => {
    for await (const [name, handle] of folder.entries()) {
      const inner = `${path}/${name}`;
      if (handle instanceof FileSystemDirectoryHandle) await addFolder(inner, handle);
      else if (handle instanceof FileSystemFileHandle) {
        // Skip a file that a worker holds open: it is read from disk once the browser is closed.
        const file = await handle.getFile().catch(() => null);
        if (file !== null) addBytes(`the file ${inner}`, await file.arrayBuffer());
      }
    }
  };

  for (const { name = '' } of await indexedDB.databases()) {
    const db = await asked(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store);
      await addValue(`IndexedDB ${name}/${store} (keys)`, await asked(rows.getAllKeys()));
      const values = db.transaction(store).objectStore(store);
      await addValue(`IndexedDB ${name}/${store}`, await asked(values.getAll()));
    }
    db.close();
  }
  await addValue('localStorage', Object.entries(localStorage));
  await addValue('sessionStorage', Object.entries(sessionStorage));
  await addValue('cookies', location.protocol.startsWith('http') ? document.cookie : '');
  if (isSecureContext) {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        await addValue(`cache ${name}`, [request.url, [...request.headers]]);
        const response = await cache.match(request);
        if (response !== undefined) addBytes(`cache ${name}`, await response.arrayBuffer());
      }
    }
    await addFolder('origin', await navigator.storage.getDirectory());
  }
  const areas = chrome?.storage ?? {};
  for (const area of ['local', 'sync', 'session', 'managed']) {
    const stored = areas[area];
    if (stored !== undefined) await addValue(`storage.${area}`, await stored.get(null));
  }
  return parts;
}

declare const chrome:
  | { storage?: Record<string, { get: (keys: null) => Promise<unknown> }> }
  | undefined;
