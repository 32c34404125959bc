import type { ReadBody } from './attempt.ts';
import { parseJson, readBytes, readResponseBody, type ResponseBody } from './response-body.ts';

/**
 * Calls `bodyIn` with the JSON of each event in a stream until it returns a body. A response of another type is read
 * whole.
 */
export function readEvents(bodyIn: (event: unknown) => ResponseBody | null): ReadBody {
  return async (response, maxBytes, signal) => {
    if (!isEventStream(response)) return readResponseBody(response, maxBytes, signal);
    const readEvent = createEventReader();
    const decoder = new TextDecoder();
    let body: ResponseBody | null = null;
    const isFoundIn = (text: string) => {
      for (const data of readEvent(text)) body ??= bodyIn(parseJson(data));
      return body !== null;
    };
    const isEnough = (piece: Uint8Array) => isFoundIn(decoder.decode(piece, { stream: true }));
    const read = await readBytes(response, { maxBytes, signal, isEnough });
    // An event cut off by the end of the stream may still be complete JSON.
    isFoundIn(`${decoder.decode()}\n\n`);
    return body ?? { kind: read === 'too-large' ? 'too-large' : 'broken' };
  };
}

function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/** Parses the event stream format of the HTML standard; only `data` fields matter here. */
function createEventReader(): (text: string) => string[] {
  let rest: string[] = [];
  let data: string[] = [];

  function endLine(line: string, complete: string[]) {
    if (line === '') {
      if (data.length > 0) complete.push(data.join('\n'));
      data = [];
    } else if (line === 'data' || line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''));
    }
  }

  return (text) => {
    const complete: string[] = [];
    let from = 0;
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
      rest.push(text.slice(from, index));
      endLine(rest.join(''), complete);
      rest = [];
      from = index + ending.length;
    }
    if (from < text.length) rest.push(text.slice(from));
    return complete;
  };
}
