import type { CallWait } from '../search/model.ts';
import type { CallOptions, Wait } from '../memory-client/client.ts';

/** Runs tasks that can be canceled by an id. */
export function createCancelable() {
  const running = new Map<string, AbortController>();

  async function run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  }

  function cancel(id: string): void {
    running.get(id)?.abort();
  }

  function cancelAll(): void {
    for (const controller of running.values()) controller.abort();
  }

  return { run, cancel, cancelAll };
}

export type CallPorts = {
  /** `wait` is null when the call continues. */
  waiting: (callId: string, wait: CallWait | null) => void;
  now: () => number;
};

/** Runs calls under ids chosen by the UI, which can cancel a call and is notified when it waits. */
export function createCalls({ waiting, now }: CallPorts) {
  const { run, cancel } = createCancelable();
  return {
    cancel,
    run: <T>(
      callId: string,
      work: (call: Required<Pick<CallOptions, 'onWait'>> & { signal: AbortSignal }) => Promise<T>,
    ): Promise<T> =>
      run(callId, (signal) =>
        work({
          signal,
          onWait: (wait) => waiting(callId, wait === null ? null : callWait(wait, now())),
        }),
      ),
  };
}

function callWait(wait: Wait, now: number): CallWait {
  return wait.reason === 'turn' ? wait : { reason: wait.reason, until: now + wait.ms };
}
