import type { AppErrorCode } from '../../lib/contracts/errors.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { DocumentsHook } from '../hooks/use-documents.ts';
import { errorWords } from '../words/errors.ts';
import { profileWords } from '../words/profile.ts';
import { searchWords } from '../words/search.ts';

export type UnansweredMemoriesProps = {
  unanswered: DocumentsHook['unanswered'];
  memories: readonly MemoryChoice[];
  busy: boolean;
  onAgain: () => void;
};

/** More are not named one by one: the first few say where to look. */
const mostNamed = 5;

/** The Memories that did not answer, those with one and the same reason together. */
export function UnansweredMemories(props: UnansweredMemoriesProps) {
  const { unanswered, memories, busy, onAgain } = props;
  const byCode = new Map<AppErrorCode, DocumentsHook['unanswered']>();
  for (const one of unanswered) {
    byCode.set(one.error.code, [...(byCode.get(one.error.code) ?? []), one]);
  }
  return [...byCode.values()].map((alike) => {
    const [first] = alike;
    if (first === undefined) return null;
    const { title, next, ...told } = errorWords(first.error);
    const names = alike.flatMap(
      ({ memoryId }) => memories.find(({ id }) => id === memoryId)?.name ?? [],
    );
    const who = searchWords.announce.unanswered(names.slice(0, mostNamed));
    return (
      <TroubleNotice
        key={first.error.code}
        error={first.error}
        // Where none of them answers, it is no matter of theirs.
        words={
          alike.length === memories.length
            ? { title, next, ...told }
            : { title: who, next: title, ...told }
        }
        again={profileWords.retry}
        busy={busy}
        onAgain={onAgain}
      />
    );
  });
}
