import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Bridge, useBridge } from './bridge.ts';

export type CommandState<T = unknown> =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'done'; value: T }
  | { status: 'failed'; error: AppError };

export function errorOf(state: CommandState): AppError | null {
  return state.status === 'failed' ? state.error : null;
}

export type Command<Input, T> = {
  state: CommandState<T>;
  /** Returns null if the command is already running. */
  run: (input: Input) => Promise<Result<T, AppError> | null>;
  reset: () => void;
};

/**
 * Runs one call at a time. Unmounting doesn't cancel it. `perform` starts synchronously, so it can request permissions.
 */
export function useCommand<Input, T>(
  perform: (bridge: Bridge, input: Input) => Promise<Result<T, AppError>>,
): Command<Input, T> {
  const bridge = useBridge();
  const [state, setState] = useState<CommandState<T>>({ status: 'idle' });
  const isRunningRef = useRef(false);
  const performRef = useRef((input: Input) => perform(bridge, input));
  useLayoutEffect(() => {
    performRef.current = (input) => perform(bridge, input);
  });

  const run = useCallback(async (input: Input) => {
    if (isRunningRef.current) return null;
    isRunningRef.current = true;
    setState({ status: 'running' });
    let next: CommandState<T> = { status: 'idle' };
    try {
      const result = await performRef.current(input);
      next = result.ok
        ? { status: 'done', value: result.value }
        : { status: 'failed', error: result.error };
      return result;
    } finally {
      isRunningRef.current = false;
      setState(next);
    }
  }, []);
  const reset = useCallback(() => {
    if (!isRunningRef.current) setState({ status: 'idle' });
  }, []);
  return useMemo(() => ({ state, run, reset }), [state, run, reset]);
}

/** Runs a command per row, in several rows at a time. */
export function useRowCommands() {
  /** Ids of the rows whose command is running. */
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  /** The error of each row's last command. */
  const [errors, setErrors] = useState<ReadonlyMap<string, AppError>>(new Map());
  const run = async (id: string, perform: () => Promise<Result<unknown, AppError>>) => {
    setRunning((before) => new Set([...before, id]));
    const result = await perform();
    setRunning((before) => new Set([...before].filter((one) => one !== id)));
    setErrors((before) => {
      const others = [...before].filter(([one]) => one !== id);
      return new Map(result.ok ? others : [...others, [id, result.error]]);
    });
  };
  return { running, errors, run };
}
