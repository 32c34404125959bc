import './exhibit.css';
import { Search } from 'lucide-react';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Passage } from '../recall/passage.tsx';
import type { Span } from '../recall/passage-window.ts';
import { welcomeWords } from '../words/welcome.ts';

/** What a find looks like, before there is one. */
export function Exhibit() {
  const { label, caption, memory, title, host, query, passage } = welcomeWords.exhibit;
  return (
    <figure className="exhibit" aria-label={label}>
      <p className="exhibit-query">
        <Search size={16} aria-hidden="true" />
        {query}
      </p>
      <div className="exhibit-find">
        <MemoryChip name={memory} />
        <p className="exhibit-title">{title}</p>
        <p className="exhibit-host">{host}</p>
        <Passage passage={passage} marks={marksOf(passage, query)} quoted={false} />
      </div>
      <figcaption className="exhibit-caption">{caption}</figcaption>
    </figure>
  );
}

function marksOf(passage: string, query: string): readonly Span[] {
  return query
    .split(' ')
    .map((word): Span => [passage.indexOf(word), passage.indexOf(word) + word.length])
    .filter(([start]) => start >= 0);
}
