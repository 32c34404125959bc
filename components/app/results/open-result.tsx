import { sentences, t } from '../../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorWords } from '../../../lib/i18n/errors.ts';
import { useCallback, useState } from 'react';
import type { AppError } from '../../../lib/contract/errors.ts';
import type { SearchResult } from '../../../lib/search/model.ts';
import { useBridge } from '../bridge.ts';

type OpeningTroubleProps = { opening: ReturnType<typeof useOpening> };

/** Shows why the last result couldn't be opened, if it couldn't. */
export function OpeningTrouble({ opening: { failure, open, forget } }: OpeningTroubleProps) {
  if (failure === null) return null;
  const { hit, error } = failure;
  const { title, next, quote } = errorWords(error);
  return (
    <div role="alert">
      <Notice
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
    </div>
  );
}

type OpeningFailure = { hit: SearchResult; error: AppError };

/** Opens results at their passage; `failure` is the last one that didn't open, and why. */
export function useOpening() {
  const { ask } = useBridge();
  const [failure, setFailure] = useState<OpeningFailure | null>(null);
  const open = useCallback(
    async (hit: SearchResult) => {
      // The error stays visible during a retry, since its button has the focus.
      setFailure((before) => (before?.hit === hit ? before : null));
      const opened = await ask('search.open', { hit });
      setFailure(opened.ok ? null : { hit, error: opened.error });
    },
    [ask],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { failure, open, forget };
}
