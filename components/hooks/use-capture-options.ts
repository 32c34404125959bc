import { useCallback, useState } from 'react';
import type { CaptureOptionName, CaptureOptions } from '../../lib/contracts/capture-options.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { type Asked, useAsked } from './use-asked.ts';

export type CaptureOptionsHook = {
  state: Asked<CaptureOptions>;
  reload: () => void;
  /** Why the last change was not made. */
  error: AppError | null;
  turn: (name: CaptureOptionName, isOn: boolean) => Promise<void>;
};

/** How the person wants pages and notes to be kept. */
export function useCaptureOptions(): CaptureOptionsHook {
  const { ask } = useBridge();
  const { state, reload, show } = useAsked(read);
  const [error, setError] = useState<AppError | null>(null);

  const turn = useCallback(
    async (name: CaptureOptionName, isOn: boolean) => {
      const changed = await ask('options.change', { name, isOn });
      setError(changed.ok ? null : changed.error);
      if (changed.ok) show(changed);
    },
    [ask, show],
  );
  return { state, reload: () => void reload(), error, turn };
}

function read({ ask }: Bridge) {
  return ask('options.read', {});
}
