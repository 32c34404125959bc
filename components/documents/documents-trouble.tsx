import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { DocumentsHook } from '../hooks/use-documents.ts';
import { type ErrorWords, errorWords } from '../words/errors.ts';
import { profileWords } from '../words/profile.ts';
import { searchWords } from '../words/search.ts';

export type DocumentsTroubleProps = Pick<
  DocumentsHook,
  'error' | 'unanswered' | 'since' | 'again'
> & {
  /** Those that were looked in. */
  memories: readonly MemoryChoice[];
};

/** Why nothing can be read, or else which Memories did not answer, those with one and the same reason together. */
export function DocumentsTrouble(props: DocumentsTroubleProps) {
  const { error, unanswered, since, again, memories } = props;
  const notice = (failed: AppError, words: ErrorWords) => (
    <TroubleNotice
      key={failed.code}
      error={failed}
      words={words}
      again={profileWords.retry}
      busy={since !== null}
      onAgain={again}
    />
  );
  return (
    <div className="documents-trouble" aria-live="polite">
      {error === null
        ? alikeIn(unanswered).map(({ failed, ids }) =>
            notice(failed, wordsOf(failed, ids, memories)),
          )
        : notice(error, errorWords(error))}
    </div>
  );
}

/** More are not named one by one: the first few say where to look. */
const mostNamed = 5;

type Alike = { failed: AppError; ids: readonly string[] };

function alikeIn(unanswered: DocumentsHook['unanswered']): readonly Alike[] {
  const byCode = new Map<AppErrorCode, Alike>();
  for (const { memoryId, error } of unanswered) {
    const { failed, ids } = byCode.get(error.code) ?? { failed: error, ids: [] };
    byCode.set(error.code, { failed, ids: [...ids, memoryId] });
  }
  return [...byCode.values()];
}

/** Where none of them answers, it is no matter of theirs. */
function wordsOf(
  failed: AppError,
  ids: readonly string[],
  memories: readonly MemoryChoice[],
): ErrorWords {
  const words = errorWords(failed);
  if (ids.length === memories.length) return words;
  const names = memories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const who = searchWords.announce.unanswered(names.slice(0, mostNamed));
  return { ...words, title: who, next: words.title };
}
