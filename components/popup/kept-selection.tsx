import './selection-form.css';
import { Check } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { selectionWords } from '../words/preview.ts';

export type KeptSelectionProps = {
  /** How the words begin. */
  opening: string;
  onKeepAgain: () => void;
};

/** Words that are selected on the page and were kept before, by whatever way: said before the page, and not offered. */
export function KeptSelection({ opening, onKeepAgain }: KeptSelectionProps) {
  return (
    <section className="selection-form" aria-label={selectionWords.title}>
      <div className="selection-card">
        <p className="selection-head">
          <Check size={15} aria-hidden="true" />
          {selectionWords.isKept}
          <Button look="quiet" size="small" onClick={onKeepAgain}>
            {selectionWords.keepAgain}
          </Button>
        </p>
        <blockquote className="selection-quote" data-short dir="auto">
          {opening}
        </blockquote>
      </div>
    </section>
  );
}
