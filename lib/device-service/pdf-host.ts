import {
  type PdfAnswer,
  type PdfRequest,
  pdfAnswerSchema,
  pdfLimits,
} from '../contract/pdf-wire.ts';
import { joinBytes } from '../async/bytes.ts';
import { err } from '../contract/result.ts';
import { appError } from '../contract/errors.ts';

export type PdfHostPorts = {
  start: () => Worker;
  wait: (ms: number) => Promise<void>;
};

/** Maximum time before a request returns the progress. */
const answerWithinMs = 250;
/** A file is dropped after this time without a request, for example if the background has stopped. */
const forgetAfterMs = pdfLimits.timeMs + 5_000;

type Reading = {
  pieces: Uint8Array[];
  worker: Worker | null;
  answer: PdfAnswer;
  done: Promise<void>;
  settle: () => void;
  asked: number;
};

/** Reads PDFs in a worker. If the worker crashes, the file is reported as broken. */
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
      // Frees the worker's memory.
      worker.terminate();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = pdfAnswerSchema.safeParse(data);
      if (!answer.success) return;
      if (answer.data.state === 'done') end(answer.data);
      else reading.answer = answer.data;
    });
    worker.addEventListener('error', () => end({ state: 'done', result: err(died) }));
    const bytes = joinBytes(reading.pieces.splice(0));
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

const died = appError('pdf.broken', 'This PDF is damaged or takes too much memory to read.');
