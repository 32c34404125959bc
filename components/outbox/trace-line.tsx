import { Check, Copy } from 'lucide-react';
import { useCopying } from '../app/use-copying.ts';
import { IconButton } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** The reference to quote when a problem is reported, ready to be copied. */
export function TraceLine({ traceId }: { traceId: string }) {
  const { state, copy } = useCopying();
  const isCopied = state === 'copied';
  return (
    <p className="save-row-trace">
      <span>{t('common_reference', { traceId })}</span>
      <IconButton
        label={isCopied ? t('saves_copied') : t('saves_copyReference')}
        data-act="copy"
        onClick={() => void copy(traceId)}
      >
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
    </p>
  );
}
