import { RefreshCw } from 'lucide-react';
import type { DocumentsHook } from '../hooks/use-documents.ts';
import { Button } from '../ui/button.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { documentsWords } from '../words/documents.ts';
import { libraryWords } from '../words/library.ts';
import { profileWords } from '../words/profile.ts';

export type DocumentsHeadProps = Pick<DocumentsHook, 'readAt' | 'since' | 'refresh'> & {
  now: number;
};

/** When the home was asked last, and the way to ask it again. */
export function DocumentsHead({ readAt, since, refresh, now }: DocumentsHeadProps) {
  return (
    <div className="documents-head">
      <h2 className="visually-hidden">{libraryWords.tabs.home}</h2>
      <p className="documents-when">
        {readAt === null ? null : (
          <>
            {profileWords.read} <TimeAgo then={readAt} now={now} />
          </>
        )}
      </p>
      <Button
        look="quiet"
        size="small"
        busy={since !== null}
        icon={<RefreshCw size={14} aria-hidden="true" />}
        aria-label={documentsWords.refresh}
        onClick={refresh}
      >
        {profileWords.refresh}
      </Button>
    </div>
  );
}
