import './selection-form.css';
import { Check } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type KeptSelectionProps = {
  /** How the words begin. */
  opening: string;
  onKeepAgain: () => void;
};

/** Words that are selected on the page and were kept before, by whatever way: said before the page, and not offered. */
export function KeptSelection({ opening, onKeepAgain }: KeptSelectionProps) {
  return (
    <section className="selection-form" aria-label={t('preview_selection_title')}>
      <div className="selection-card">
        <p className="selection-head">
          <Check size={15} aria-hidden="true" />
          {t('errors_selection_kept_title')}
          <Button look="quiet" size="small" onClick={onKeepAgain}>
            {t('preview_selection_keepAgain')}
          </Button>
        </p>
        <blockquote className="selection-quote" data-short dir="auto">
          {opening}
        </blockquote>
      </div>
    </section>
  );
}
