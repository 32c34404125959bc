import {
  type PdfAnswer,
  type PdfRequest,
  pdfAnswerSchema,
  pdfLimits,
} from '../contract/pdf-wire.ts';
import type { CaptureError } from '../contract/errors.ts';

export type PdfHostPorts = {
  start: () => Worker;
  wait: (ms: number) => Promise<void>;
};

/** A request is answered after this long at the latest. */
const answerWithinMs = 250;
/** Drops a file after this long without a request, for example if the background has ended. */
const forgetAfterMs = pdfLimits.timeMs + 5_000;

type Reading = {
  pieces: Uint8Array[];
  worker: Worker | null;
  answer: PdfAnswer;
  done: Promise<void>;
  settle: () => void;
  asked: number;
};

/** A crash means that the file is broken. */
export function createPdfHost({
  start,
  wait,
}: PdfHostPorts): (request: PdfRequest) => Promise<PdfAnswer> {
  const readings = new Map<string, Reading>();

  function readingOf(id: string): Reading {
    const known = readings.get(id);
    if (known !== undefined) return known;
    const { promise: done, resolve: settle } = Promise.withResolvers<void>();
    const answer: PdfAnswer = { state: 'taken' };
    const reading: Reading = { pieces: [], worker: null, answer, done, settle, asked: 0 };
    readings.set(id, reading);
    return reading;
  }

  function forget(id: string): void {
    readings.get(id)?.worker?.terminate();
    readings.delete(id);
  }

  function forgetUnlessAsked(id: string, reading: Reading): void {
    reading.asked += 1;
    const { asked } = reading;
    const isForgotten = () => reading.asked === asked && readings.get(id) === reading;
    void wait(forgetAfterMs).then(() => (isForgotten() ? forget(id) : undefined));
  }

  function begin(reading: Reading, url: string): void {
    const worker = start();
    const end = (answer: PdfAnswer) => {
      reading.answer = answer;
      reading.settle();
      // Frees its memory.
      worker.terminate();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = pdfAnswerSchema.safeParse(data);
      if (!answer.success) return;
      if (answer.data.state === 'done') end(answer.data);
      else reading.answer = answer.data;
    });
    worker.addEventListener('error', () =>
      end({ state: 'done', result: { ok: false, error: died } }),
    );
    const bytes = joined(reading.pieces.splice(0));
    reading.worker = worker;
    reading.answer = { state: 'reading', page: 0, pages: 0 };
    worker.postMessage({ bytes, url }, [bytes.buffer]);
  }

  return async ({ id, step }) => {
    if (step.do === 'stop') {
      forget(id);
      return { state: 'taken' };
    }
    const reading = readingOf(id);
    forgetUnlessAsked(id, reading);
    if (step.do === 'take') {
      reading.pieces.push(Uint8Array.from(atob(step.bytes), (letter) => letter.charCodeAt(0)));
      return { state: 'taken' };
    }
    if (reading.worker === null) begin(reading, step.url);
    await Promise.race([reading.done, wait(answerWithinMs)]);
    return reading.answer;
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

const died: CaptureError = {
  code: 'pdf.broken',
  message: 'Reading this PDF took too much memory, or it is damaged.',
  retryable: false,
};
