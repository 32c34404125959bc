/**
 * Takes the bytes of the PDF that a tab shows, a piece at a time, as base64. Chromium lets a script run beside its
 * viewer, where the file is the page's own, unless it is one of the device; Firefox lets none. There the background asks
 * the address, which the person has to have allowed.
 */
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { originPattern } from '../url/origins.ts';

/** Bytes of a piece: large enough to be quick, small enough that the person sees it come. */
const pieceBytes = 1024 * 1024;

const pieceSchema = z.object({
  /** Where it was found. */
  url: z.string(),
  /** What the server calls it; empty where it says nothing. */
  type: z.string(),
  bytes: z.string(),
  /** Bytes of the whole, where the server says so. */
  total: z.nullable(z.number()),
  isLast: z.boolean(),
});
export type PdfPiece = z.infer<typeof pieceSchema>;

/** Gives the next piece of the file; null where it cannot be had. `leave` lets go of one that is not read to its end. */
export type PdfPieces = { next: () => Promise<PdfPiece | null>; leave: () => void };

/** Reads beside the viewer; the first piece is null where the browser lets no script in, or the file is another site's. */
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

/**
 * Asks the address itself, with the person's cookies; the first piece is null where its site, or for a file of the
 * device every file, is not allowed.
 */
export function piecesFromAddress(url: string): PdfPieces {
  // A site that is not allowed would learn from the request that the extension is there.
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
      // The browser rejects where it forbids, and where the tab is gone.
      const piece = pieceSchema.safeParse(await asked.catch(() => null));
      return piece.success ? piece.data : null;
    },
    leave: () => void take({ ...order, step: 'leave' }).catch(() => undefined),
  };
}

type Order = {
  step: 'first' | 'next' | 'leave';
  /** Tells one file from another that is read at the same time. */
  key: string;
  /** Bytes of a piece. */
  most: number;
  /** Null for the file that the tab shows. */
  address: string | null;
};

/**
 * Runs inside the tab, so that nothing of this file is in its scope; also called here. What was begun is kept on the
 * script's own global, which the page does not see.
 */
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
      if (isPdf && URL.canParse(named, document.baseURI))
        return new URL(named, document.baseURI).href;
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
      // What is shown is most often still at hand, so that the server is not asked twice.
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
      // Of what was packed for the way, the length is another one.
      total: headers.has('content-encoding') ? null : Number(headers.get('content-length')) || null,
      isLast,
    };
  } catch {
    return null;
  }
}
