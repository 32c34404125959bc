/** Calls under way that a surface has named: it may cancel them, and is told why they wait. */
import type { CallWait } from '../search/model.ts';
import type { CallOptions, Wait } from '../memory-client/client.ts';

export type CallPorts = {
  /** Told why the named call waits, and null once it is under way again. */
  waiting: (callId: string, wait: CallWait | null) => void;
  now: () => number;
};

/** Makes the register of one kind of call. */
export function createCalls({ waiting, now }: CallPorts) {
  const running = new Map<string, AbortController>();

  /** Runs `work` with what makes it end when it is canceled, and its waits known. */
  async function run<T>(
    callId: string,
    work: (call: Required<CallOptions> & { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    running.set(callId, controller);
    try {
      return await work({
        signal: controller.signal,
        onWait: (wait) => waiting(callId, wait === null ? null : callWait(wait, now())),
      });
    } finally {
      if (running.get(callId) === controller) running.delete(callId);
    }
  }

  /** Ends a call that nobody waits for any more; one that has ended is left alone. */
  function cancel(callId: string): void {
    running.get(callId)?.abort();
  }

  return { run, cancel };
}

function callWait(wait: Wait, now: number): CallWait {
  switch (wait.reason) {
    case 'turn':
      return { reason: 'turn' };
    case 'rate-limit':
    case 'turns-exhausted':
      return { reason: wait.reason, until: now + wait.ms, limitPerMin: wait.limitPerMin };
    case 'retry':
      return { reason: 'retry', until: now + wait.ms };
  }
}
