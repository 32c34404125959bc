/** Stores files that pages and the device service exchange through OPFS. */
import * as z from 'zod/mini';
import { transferFolder } from '../contract/device-wire.ts';

/** Every page that still uses a file holds this lock in shared mode. */
const lockName = 'keepsake-transfer';

/** Stores a file and returns its name. Rejects if there is no space. */
export async function putTransferFile(content: Blob): Promise<string> {
  const name = crypto.randomUUID();
  const handle = await (await openFolder()).getFileHandle(name, { create: true });
  await content.stream().pipeTo(await handle.createWritable());
  return name;
}

export async function getTransferFile(name: string): Promise<Blob> {
  return (await (await openFolder()).getFileHandle(name)).getFile();
}

/** Reports how many bytes have been transferred, until `end` is called. */
export function watchTransfer(watch: string, onBytes: (bytes: number) => void) {
  const channel = new BroadcastChannel(watch);
  channel.addEventListener('message', ({ data }) => onBytes(z.int().parse(data)));
  return { cancel: () => channel.postMessage('cancel'), end: () => channel.close() };
}

/** Ignores a file that is missing or in use; `clearTransferFiles` removes leftovers. */
export async function removeTransferFile(name: string): Promise<void> {
  await (await openFolder()).removeEntry(name).catch(() => undefined);
}

/** Keeps the folder from being cleared until the returned function is called. */
export function holdTransferFiles(): Promise<() => void> {
  return new Promise((held) => {
    void navigator.locks.request(
      lockName,
      { mode: 'shared' },
      () => new Promise<void>((release) => held(() => release())),
    );
  });
}

/** Removes leftovers unless a page still uses the folder. */
export async function clearTransferFiles(): Promise<void> {
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(transferFolder, { recursive: true }).catch(() => undefined);
  });
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(transferFolder, { create: true });
}

export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the URL after the click. Pages close long before this timeout.
  setTimeout(() => URL.revokeObjectURL(link.href), 600_000);
}
