import { sentences, t } from '../../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorWords } from '../../../lib/i18n/errors.ts';
import { useState } from 'react';
import type { AppError } from '../../../lib/contract/errors.ts';
import type { SearchResult } from '../../../lib/search/model.ts';
import { useBridge } from '../bridge.ts';

export function OpeningError({ opening }: { opening: ReturnType<typeof useOpening> }) {
  const { failure, open, forget } = opening;
  if (failure === null) return null;
  const { hit, error } = failure;
  const { title, next, quote } = errorWords(error);
  return (
    <Notice
      isAlert
      tone="bad"
      title={t('search_notOpened')}
      text={sentences(title, next)}
      quote={quote}
      actions={
        <>
          {error.retryable ? (
            <Button size="small" onClick={() => void open(hit)}>
              {t('common_retry')}
            </Button>
          ) : null}
          <Button size="small" look={error.retryable ? 'quiet' : 'secondary'} onClick={forget}>
            {t('common_close')}
          </Button>
        </>
      }
    />
  );
}

/** Opens results. `failure` is from the last attempt. */
export function useOpening() {
  const { ask } = useBridge();
  const [failure, setFailure] = useState<{ hit: SearchResult; error: AppError } | null>(null);
  const open = async (hit: SearchResult) => {
    // The error stays during a retry, because its button has focus.
    setFailure((before) => (before?.hit === hit ? before : null));
    const opened = await ask('search.open', { hit });
    setFailure(opened.ok ? null : { hit, error: opened.error });
  };
  return { failure, open, forget: () => setFailure(null) };
}
