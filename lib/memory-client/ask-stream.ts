/** Keepsake's own extension of `POST /v1/ask`: a service that announces it sends the answer as it is written. */
import * as z from 'zod/mini';
import type { ReadBody } from './attempt.ts';
import { readEvents } from './event-stream.ts';
import type { Transport } from './transport.ts';

export const capabilitiesPath = '/v1/capabilities';

const capabilitiesSchema = z.looseObject({
  ask_stream: z.optional(z.boolean()),
  note_metadata: z.optional(z.boolean()),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** Maximum time a question waits for the capabilities. After a timeout, it assumes none; the next question retries. */
const longestMs = 5_000;

/**
 * Returns a function that reads the service's capabilities beyond the contract, and remembers the first response. Most
 * services don't have this path, and so no capabilities.
 */
export function createCapabilities(transport: Transport) {
  let known: Capabilities | null = null;

  return async (signal?: AbortSignal): Promise<Capabilities> => {
    if (known !== null) return known;
    const sent = await transport({
      method: 'GET',
      path: capabilitiesPath,
      repeatAfter: [],
      signal: AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]),
    });
    const body = sent.ok && sent.body.kind === 'json' ? sent.body.value : {};
    const offered = capabilitiesSchema.safeParse(body).data ?? {};
    const hasAnswered = sent.ok || sent.error.status !== undefined;
    if (hasAnswered) known = offered;
    return offered;
  };
}

const textSchema = z.object({ text: z.string() });
const lastSchema = z.object({ status: z.int(), body: z.unknown() });

/** Reads an answer that is sent whole or in parts. Calls `onText` with each part. */
export function readStreamed(onText: (text: string) => void): ReadBody {
  return (response, maxBytes, signal) => {
    const read = readEvents((event) => {
      const text = textSchema.safeParse(event);
      const end = lastSchema.safeParse(event);
      if (text.success && !signal.aborted) onText(text.data.text);
      return end.success ? { kind: 'json', value: end.data.body, status: end.data.status } : null;
    });
    return read(response, maxBytes, signal);
  };
}
