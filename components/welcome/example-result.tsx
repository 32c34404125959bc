import './example-result.css';
import { Search } from 'lucide-react';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Passage, type Span } from '../app/results/passage.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** An example of a search result. */
export function ExampleResult() {
  return (
    <figure className="exhibit" aria-label={t('welcome_exhibit_label')}>
      <p className="exhibit-query">
        <Search size={16} aria-hidden="true" />
        {t('welcome_exhibit_query')}
      </p>
      <div className="exhibit-find">
        <MemoryChip name={t('welcome_exhibit_memory')} />
        <p className="exhibit-title">{t('welcome_exhibit_title')}</p>
        <p className="exhibit-host">example.org</p>
        <Passage
          passage={t('welcome_exhibit_passage')}
          marks={spansOf(t('welcome_exhibit_passage'), t('welcome_exhibit_query'))}
          quoted={false}
        />
      </div>
      <figcaption className="exhibit-caption">{t('welcome_exhibit_caption')}</figcaption>
    </figure>
  );
}

function spansOf(passage: string, query: string): readonly Span[] {
  return query
    .split(' ')
    .map((word): Span => [passage.indexOf(word), passage.indexOf(word) + word.length])
    .filter(([start]) => start >= 0);
}
