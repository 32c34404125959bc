/**
 * Reads a tab's PDF in base64 pieces. In Chromium, a script runs next to the viewer, except for local files. Firefox
 * allows no script there, so the background fetches the URL, which needs permission.
 */
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { originPattern } from '../url/origins.ts';

/** Bytes per piece: large enough to be fast, small enough to show progress. */
const pieceBytes = 1024 * 1024;

const pieceSchema = z.object({
  url: z.string(),
  type: z.string(),
  bytes: z.string(),
  /** Size of the whole file in bytes; null if unknown. */
  total: z.nullable(z.number()),
  isLast: z.boolean(),
});
export type PdfPiece = z.infer<typeof pieceSchema>;

/** `next` returns null if the file can't be read; `leave` abandons a partly read file. */
export type PdfPieces = { next: () => Promise<PdfPiece | null>; leave: () => void };

/**
 * Reads the file a tab shows. The first piece is null if the browser forbids the script or the file is on another site.
 */
export function piecesFromTab(tabId: number): PdfPieces {
  return inTurn(async (order) => {
    const target = { tabId };
    const [answer] = await browser.scripting.executeScript({
      target,
      func: takePiece,
      args: [order],
    });
    return answer?.result;
  });
}

/** Fetches the file with the person's cookies. The first piece is null without permission. */
export function piecesFromAddress(url: string): PdfPieces {
  // A request without permission would reveal the extension to the site.
  const allowed = browser.permissions.contains({ origins: [originPattern(url)] });
  return inTurn(async (order) => ((await allowed) ? takePiece({ ...order, address: url }) : null));
}

function inTurn(take: (order: Order) => Promise<unknown>): PdfPieces {
  const order = { key: crypto.randomUUID(), most: pieceBytes, address: null };
  let step: Order['step'] = 'first';
  return {
    async next() {
      const asked = take({ ...order, step });
      step = 'next';
      // Rejects if the browser forbids it or the tab is closed.
      return pieceSchema.safeParse(await asked.catch(() => null)).data ?? null;
    },
    leave: () => void take({ ...order, step: 'leave' }).catch(() => undefined),
  };
}

type Order = {
  step: 'first' | 'next' | 'leave';
  /** Identifies the file, because several files can be read at the same time. */
  key: string;
  most: number;
  /** Null to read the file the tab shows. */
  address: string | null;
};

/** Runs in the tab or in the background, without access to this file's scope. Keeps its state on the global object. */
async function takePiece({ step, key, most, address }: Order): Promise<unknown> {
  type Begun = { headers: Headers; reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> };
  const kept: unknown = Reflect.get(globalThis, 'keepsakePdf');
  const begunOnes: Map<string, Begun> = kept instanceof Map ? kept : new Map();
  Reflect.set(globalThis, 'keepsakePdf', begunOnes);

  function addressShown(): string {
    if (document.contentType === 'application/pdf') return location.href;
    for (const viewer of document.querySelectorAll('embed, object')) {
      const isPdf = /^application\/(?:x-google-chrome-)?pdf$/.test(
        viewer.getAttribute('type') ?? '',
      );
      const named = viewer.getAttribute('src') ?? viewer.getAttribute('data') ?? '';
      const url = isPdf ? URL.parse(named, document.baseURI) : null;
      if (url !== null) return url.href;
    }
    return location.href;
  }

  function asBase64(bytes: Blob): Promise<string> {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => {
        const url = typeof reader.result === 'string' ? reader.result : '';
        resolve(url.slice(url.indexOf(',') + 1));
      });
      reader.addEventListener('error', () => reject(reader.error ?? new Error('No bytes.')));
      reader.readAsDataURL(bytes);
    });
  }

  try {
    if (step === 'leave') {
      void begunOnes.get(key)?.reader.cancel();
      begunOnes.delete(key);
      return null;
    }
    if (step === 'first') {
      const shown = (address ?? addressShown()).replace(/#.*$/s, '');
      // The file is usually cached, so this rarely reaches the server.
      const response = await fetch(shown, { credentials: 'include', cache: 'force-cache' });
      if (!response.ok || response.body === null) return null;
      begunOnes.set(key, { headers: response.headers, reader: response.body.getReader() });
    }
    const begun = begunOnes.get(key);
    if (begun === undefined) return null;
    const taken: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    let isLast = false;
    while (size < most && !isLast) {
      const { done, value } = await begun.reader.read();
      isLast = done;
      if (value === undefined) continue;
      taken.push(value);
      size += value.byteLength;
    }
    if (isLast) begunOnes.delete(key);
    const { headers } = begun;
    return {
      url: address ?? location.href,
      type: headers.get('content-type') ?? '',
      bytes: await asBase64(new Blob(taken)),
      // With compression, `content-length` isn't the size of the file.
      total: headers.has('content-encoding') ? null : Number(headers.get('content-length')) || null,
      isLast,
    };
  } catch {
    return null;
  }
}
