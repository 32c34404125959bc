import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from './bridge.ts';

export type Diagnostics =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError }
  | { status: 'shown'; text: string };

/** The text to report a problem with, asked for when the person wants to see it. */
export function useDiagnostics() {
  const { ask } = useBridge();
  const [state, setState] = useState<Diagnostics>({ status: 'rest' });

  const show = useCallback(async () => {
    setState({ status: 'working' });
    const read = await ask('diagnostics.read', {});
    setState(
      read.ok
        ? { status: 'shown', text: read.value.text }
        : { status: 'failed', error: read.error },
    );
  }, [ask]);
  const hide = useCallback(() => setState({ status: 'rest' }), []);

  return { state, show, hide };
}
