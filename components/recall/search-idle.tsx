import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { Keycaps } from '../ui/keycaps.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { recallWords } from '../words/recall.ts';

const keys = [
  { keys: ['/'], words: recallWords.idle.keys.focus },
  { keys: ['↑', '↓'], words: recallWords.idle.keys.move },
  { keys: ['Enter'], words: recallWords.idle.keys.open },
] as const;

/** The panel before anything is typed: what to type, where it looks, and the keys. */
export function SearchIdle({ memories }: { memories: readonly MemoryChoice[] }) {
  return (
    <section className="search-idle">
      <h2 className="search-idle-title">{recallWords.idle.title}</h2>
      <p className="search-idle-text">{recallWords.idle.text}</p>
      <h3 className="search-idle-label">{recallWords.idle.memories}</h3>
      <ul className="search-idle-memories">
        {memories.map(({ id, name }) => (
          <li key={id}>
            <MemoryChip name={name} />
          </li>
        ))}
      </ul>
      <ul className="search-idle-keys">
        {keys.map((row) => (
          <li key={row.words}>
            <Keycaps keys={row.keys} />
            <span>{row.words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
