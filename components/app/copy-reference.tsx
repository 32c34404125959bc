import { Check, Copy } from 'lucide-react';
import { t } from '../../lib/i18n/i18n.ts';
import { IconButton } from '../ui/button.tsx';
import { useCopying } from './use-copying.ts';

/** Shows an error's reference for the service's admin, with a button that copies it. */
export function CopyReference({ traceId, label }: { traceId: string; label: string }) {
  const { state, copy } = useCopying();
  const isCopied = state === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <span className="reference">{t('common_reference', { traceId })}</span>
      <IconButton
        Icon={Icon}
        size={14}
        label={isCopied ? t('common_copied') : label}
        data-act="copy"
        onClick={() => void copy(traceId)}
      />
    </>
  );
}
