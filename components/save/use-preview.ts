import { useCallback, useEffect, useState } from 'react';
import type { PagePart } from '../../lib/capture/schema.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { PageDescription } from '../../lib/messaging/messages.ts';
import type { Preview, ReadingProgress } from '../../lib/save/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import { useBridge } from '../app/bridge.ts';

export type PreviewState =
  /** `isSlow` is true after a second. `progress` is null if unknown. */
  | { status: 'reading'; isSlow: boolean; progress: ReadingProgress | null }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; preview: Preview };

export type PreviewPart = 'page' | 'selection';

export type PreviewHook = ReturnType<typeof usePreview>;

/** Maximum number of times that a growing page, such as a chat, is read again. */
const maxRereads = 3;
const slowAfterMs = 1_000;
const reading: PreviewState = { status: 'reading', isSlow: false, progress: null };

export function usePreview(tab: PageDescription['tab'] | null, part: PagePart) {
  const { ask, onEvent } = useBridge();
  const [rereading, setRereading] = useState({ of: '', times: 0 });
  const [known, setKnown] = useState<{ of: string; state: PreviewState } | null>(null);
  const [latest, setLatest] = useState<{ page: string; preview: Preview } | null>(null);
  const tabId = tab?.id ?? null;
  const page = `${tabId} ${tab?.url}`;
  const rereads = rereading.of === page ? rereading.times : 0;
  const of = `${rereads} ${part} ${page}`;

  useEffect(() => {
    if (tabId === null) return undefined;
    let isCanceled = false;
    const show = (state: PreviewState) => {
      if (!isCanceled) setKnown({ of, state });
    };
    let progress: ReadingProgress | null = null;
    let isSlow = false;
    const showReading = () => show({ status: 'reading', isSlow, progress });
    const timer = setTimeout(() => {
      isSlow = true;
      showReading();
    }, slowAfterMs);
    const stopHearing = onEvent((event) => {
      if (event.event !== 'preview.progress' || event.tabId !== tabId) return;
      ({ progress } = event);
      if (isSlow) showReading();
    });
    const take = async () => {
      const taken = await ask('preview.take', { tabId, part });
      clearTimeout(timer);
      stopHearing();
      if (taken.ok && !isCanceled) setLatest({ page, preview: taken.value });
      show(
        taken.ok
          ? { status: 'ready', preview: taken.value }
          : { status: 'failed', error: taken.error },
      );
    };
    const followGrowth = async (left: number): Promise<void> => {
      // Subscribe first, so that no growth is missed.
      const watching = left > 0 ? ask('preview.watch', { tabId }) : null;
      await take();
      const watched = await watching;
      const hasGrown = watched?.ok === true && watched.value.hasGrown;
      if (hasGrown && !isCanceled) await followGrowth(left - 1);
    };
    void followGrowth(maxRereads);
    return () => {
      isCanceled = true;
      clearTimeout(timer);
      stopHearing();
    };
  }, [ask, onEvent, tabId, page, part, of]);

  // Don't show the preview of the previous page.
  const state = known?.of === of ? known.state : reading;
  const id = state.status === 'ready' ? state.preview.id : null;
  /** The latest preview of this page, which is outdated while another part is being read. */
  const before = latest?.page === page ? latest.preview : null;

  const takeAgain = () =>
    setRereading((last) => ({ of: page, times: last.of === page ? last.times + 1 : 1 }));

  const readWhole = useCallback(
    async (what: PreviewPart): Promise<Result<{ content: string | null }, AppError>> =>
      id === null
        ? { ok: true, value: { content: null } }
        : ask('preview.text', { id, part: what }),
    [ask, id],
  );

  return { state, before, rereads, takeAgain, readWhole };
}
