/** Named by the surface, to cancel them and learn why they wait. */
import type { CallWait } from '../search/model.ts';
import type { CallOptions, Wait } from '../memory-client/client.ts';

export type CallPorts = {
  /** `wait` is null when the call continues. */
  waiting: (callId: string, wait: CallWait | null) => void;
  now: () => number;
};

export function createCalls({ waiting, now }: CallPorts) {
  const running = new Map<string, AbortController>();

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

  /** Ignores a call that has ended. */
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
