/** The transfer folder in the origin's private file system, by which a page and the connection hand each other large files. */
import { transferFolder } from '../contract/device-wire.ts';

/** Held, shared, by every page that still needs a file of the folder. */
const lockName = 'keepsake-transfer';

/** Copies a file into the folder, piece by piece, and gives the name it has there; rejects where there is no room. */
export async function putTransferFile(content: Blob): Promise<string> {
  const name = crypto.randomUUID();
  const handle = await (await openFolder()).getFileHandle(name, { create: true });
  await content.stream().pipeTo(await handle.createWritable());
  return name;
}

/** Gives a file of the folder, which is read from the disk as it is used. */
export async function getTransferFile(name: string): Promise<Blob> {
  return (await (await openFolder()).getFileHandle(name)).getFile();
}

/** Removes a file; one that is gone or held by the connection is left to `clearTransferFiles`. */
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

/** Removes what earlier pages left behind, unless one of them is still at it. */
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

/** Has the browser keep a file under this name, where the person keeps downloads. */
export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads on after the click; a page is closed long before this could matter.
  setTimeout(() => URL.revokeObjectURL(link.href), 600_000);
}
