/** The transfer folder in the origin's private file system, as a dedicated worker reads and writes it. */
import { transferFolder } from '../../../lib/contracts/device-wire.ts';
import type { WireFiles } from './serve-wire.ts';

/** Workers alone have it, so the types of pages leave it out. */
interface WritableHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array, options: { readonly at: number }): number;
    truncate(size: number): void;
    flush(): void;
    close(): void;
  }>;
}

/** Opens files of the transfer folder; names were checked where they came in. */
export const transferFiles: WireFiles = {
  async read(name) {
    return (await handleOf(name, false)).getFile();
  },

  /** Piece by piece; a file that could not be written whole is left for whoever asked to remove. */
  async write(name, content) {
    const file = await (await handleOf(name, true)).createSyncAccessHandle();
    try {
      file.truncate(0);
      let at = 0;
      for await (const piece of content) at += writeWhole(file, piece, at);
      file.flush();
    } finally {
      file.close();
    }
  },
};

async function handleOf(name: string, create: boolean): Promise<WritableHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(transferFolder, { create });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of the browser, not data from outside
  return (await folder.getFileHandle(name, { create })) as WritableHandle;
}

/** Gives the number of bytes; throws where the disk took fewer. */
function writeWhole(
  file: { write(bytes: Uint8Array, options: { readonly at: number }): number },
  piece: Uint8Array,
  at: number,
): number {
  const written = file.write(piece, { at });
  if (written < piece.byteLength) throw new Error('There is no room left on the disk.');
  return written;
}
