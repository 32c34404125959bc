import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { PageDescription } from '../../lib/messaging/messages.ts';
import type { Preview, ReadingProgress } from '../../lib/save/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import { useBridge } from '../app/bridge.ts';

export type PreviewState =
  /** `isSlow` after a second, from when on it is told in words; how far it is, where that can be told. */
  | { status: 'reading'; isSlow: boolean; progress: ReadingProgress | null }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; preview: Preview };

export type PreviewPart = 'page' | 'selection';

export type PreviewHook = {
  state: PreviewState;
  /** How often this page was read anew because the person asked. */
  rereads: number;
  /** Reads the page anew. */
  takeAgain: () => void;
  /** The whole text; null where it is there no longer. */
  readWhole: (part: PreviewPart) => Promise<Result<{ content: string | null }, AppError>>;
};

/** Of a page that goes on to grow, such as an answer that is being written, no more is read than this. */
const mostLater = 3;

const slowAfterMs = 1_000;
const reading: PreviewState = { status: 'reading', isSlow: false, progress: null };

/** Has the page of a tab read, for the person to see before they save it; null where there is nothing to read. */
export function usePreview(tab: PageDescription['tab'] | null): PreviewHook {
  const { ask, onEvent } = useBridge();
  const [again, setAgain] = useState({ of: '', times: 0 });
  const [known, setKnown] = useState<{ of: string; state: PreviewState } | null>(null);
  const tabId = tab?.id ?? null;
  const page = `${tabId} ${tab?.url}`;
  const rereads = again.of === page ? again.times : 0;
  const of = `${rereads} ${page}`;

  useEffect(() => {
    if (tabId === null) return undefined;
    let isOvertaken = false;
    const tell = (state: PreviewState) => {
      if (!isOvertaken) setKnown({ of, state });
    };
    let progress: ReadingProgress | null = null;
    let isSlow = false;
    const tellReading = () => tell({ status: 'reading', isSlow, progress });
    const timer = setTimeout(() => {
      isSlow = true;
      tellReading();
    }, slowAfterMs);
    const stopHearing = onEvent((event) => {
      if (event.event !== 'preview.progress' || event.tabId !== tabId) return;
      ({ progress } = event);
      if (isSlow) tellReading();
    });
    const take = async () => {
      const taken = await ask('preview.take', { tabId });
      clearTimeout(timer);
      stopHearing();
      tell(
        taken.ok
          ? { status: 'ready', preview: taken.value }
          : { status: 'failed', error: taken.error },
      );
    };
    /** What the page shows only after it was read is read as well; what was seen stays until then. */
    const keepUp = async (left: number): Promise<void> => {
      // Asked for first, so that nothing comes unseen between the two.
      const watching = left > 0 ? ask('preview.watch', { tabId }) : null;
      await take();
      const watched = await watching;
      const hasGrown = watched?.ok === true && watched.value.hasGrown;
      if (hasGrown && !isOvertaken) await keepUp(left - 1);
    };
    void keepUp(mostLater);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
      stopHearing();
    };
  }, [ask, onEvent, tabId, of]);

  // What was read of another page, or before, is not shown as though it were of this one.
  const state = known?.of === of ? known.state : reading;
  const id = state.status === 'ready' ? state.preview.id : null;

  const takeAgain = useCallback(
    () => setAgain((before) => ({ of: page, times: before.of === page ? before.times + 1 : 1 })),
    [page],
  );

  const readWhole = useCallback<PreviewHook['readWhole']>(
    async (part) =>
      id === null ? { ok: true, value: { content: null } } : ask('preview.text', { id, part }),
    [ask, id],
  );

  return { state, rereads, takeAgain, readWhole };
}
