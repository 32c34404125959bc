/** Handles requests that are sent to the worker as messages. Large bodies are passed as files. */
import { yieldToEventLoop } from '../../../lib/capture/cooperative-yield.ts';
import {
  transferFolder,
  type WireResponse,
  type WireRequest,
} from '../../../lib/contract/device-wire.ts';
import type { Service } from '../../app.ts';

export interface MessageTarget {
  readonly open: () => Promise<Service>;
  /** Added to requests without a key, because only the extension itself can send messages here. */
  readonly ownerToken: string;
  /** Stores bodies that are too large for a message. */
  readonly files: BodyFiles;
}

/** Files that bodies are read from and written to. Both methods reject if the file can't be used. */
export interface BodyFiles {
  read(name: string): Promise<Blob>;
  write(name: string, content: ReadableStream<Uint8Array>): Promise<void>;
}

/** Handles one request. If the service can't open or respond, the outcome is `failed` with a message for the person. */
export async function handleMessage(
  message: WireRequest,
  { open, ownerToken, files }: MessageTarget,
): Promise<WireResponse> {
  const channel = message.watch === undefined ? null : new BroadcastChannel(message.watch);
  try {
    const service = await open();
    const file = message.bodyFrom === undefined ? null : await files.read(message.bodyFrom);
    const content = file === null ? message.body : watched(file.stream(), channel, endStream);
    const response = await service.fetch(requestFrom(message, content, ownerToken));
    const { status, body } = response;
    const saveAs = response.ok && body !== null ? message.saveAs : undefined;
    if (saveAs !== undefined && body !== null)
      await files.write(saveAs, watched(body, channel, failStream));
    return {
      outcome: 'answered',
      status,
      headers: [...response.headers],
      body: saveAs !== undefined ? '' : await response.text(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: 'failed', message: `Storage on this device didn’t respond: ${reason}` };
  } finally {
    channel?.close();
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
type StreamEnd = (stream: TransformStreamDefaultController) => void;

/** A canceled import ends like a file that was cut off, so that the response tells what was imported. */
const endStream: StreamEnd = (stream) => stream.terminate();
/** A canceled export fails, so that nobody mistakes it for a complete one. */
const failStream: StreamEnd = (stream) => stream.error(new Error('The export was canceled.'));

/** Posts how many bytes have passed. Any message from the other side cancels the transfer by calling `end`. */
function watched(
  content: ReadableStream<Bytes>,
  channel: BroadcastChannel | null,
  end: StreamEnd,
): ReadableStream<Bytes> {
  if (channel === null) return content;
  let bytes = 0;
  let isCanceled = false;
  channel.addEventListener('message', () => (isCanceled = true));
  return content.pipeThrough(
    new TransformStream({
      async transform(chunk, controller) {
        // Without this the worker would take no other messages, such as searches, until the transfer ends.
        await yieldToEventLoop();
        if (isCanceled) {
          end(controller);
          return;
        }
        controller.enqueue(chunk);
        bytes += chunk.byteLength;
        channel.postMessage(bytes);
      },
    }),
  );
}

/** Only completes the URL, since requests never leave the worker. */
const ORIGIN = 'https://device-service.invalid';

function requestFrom(
  { method, path, headers }: WireRequest,
  content: string | ReadableStream<Uint8Array> | null,
  ownerToken: string,
): Request {
  const { pathname, search } = new URL(path, ORIGIN);
  const request = new Request(ORIGIN + pathname + search, {
    method,
    headers,
    ...(typeof content === 'string' ? { body: content } : {}),
  });
  // Firefox doesn't accept a stream as a request body, and a file may be too large to read into memory.
  if (typeof content === 'object' && content !== null) {
    Object.defineProperty(request, 'body', { value: content });
  }
  // Keep a key that the request already has, since it never allows more than the owner token.
  if (!request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${ownerToken}`);
  }
  return request;
}

/** Only workers have `createSyncAccessHandle`, so TypeScript's types for pages leave it out. */
interface WritableHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncAccessHandle>;
}

interface SyncAccessHandle {
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** The transfer folder in the origin private file system. File names are checked where messages are parsed. */
export const transferFiles: BodyFiles = {
  async read(name) {
    return (await handleOf(name, false)).getFile();
  },

  /** Writes chunk by chunk. After an error the partial file stays, for the requester to remove. */
  async write(name, content) {
    const file = await (await handleOf(name, true)).createSyncAccessHandle();
    try {
      file.truncate(0);
      let at = 0;
      for await (const chunk of content) at += writeChunk(file, chunk, at);
      file.flush();
    } finally {
      file.close();
    }
  },
};

async function handleOf(name: string, create: boolean): Promise<WritableHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(transferFolder, { create });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a browser object, not outside data
  return (await folder.getFileHandle(name, { create })) as WritableHandle;
}

function writeChunk(file: SyncAccessHandle, chunk: Uint8Array, at: number): number {
  const written = file.write(chunk, { at });
  if (written < chunk.byteLength) throw new Error('The disk is full.');
  return written;
}
