import type { AppError } from '../../lib/contracts/errors.ts';
import type { PreviewState } from '../hooks/use-preview.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { errorWords } from '../words/errors.ts';
import { saveWords } from '../words/outbox.ts';
import { previewWords, progressWords } from '../words/preview.ts';
import { factsOf, mayHoldMore } from './preview-facts.ts';
import { useFocusUnlessTaken } from './use-focus-unless-taken.ts';

export type PagePreviewProps = {
  state: PreviewState;
  /** How often it was read anew because the person asked. */
  rereads: number;
  onReadAll: () => void;
  onReadAgain: () => void;
  /** Null where the browser has nothing to allow. */
  onAllowSite: (() => void) | null;
};

/** What would be saved of the page: its kind, its length and how it begins. It keeps its place while it is read. */
export function PagePreview({ state, onReadAll, ...onTrouble }: PagePreviewProps) {
  if (state.status === 'reading') {
    return (
      <div className="page-preview" aria-busy="true">
        <p className="page-facts">
          {state.isSlow ? progressWords(state.progress) : <SkeletonLine width={62} />}
        </p>
        <div className="page-opening" aria-hidden="true">
          {[98, 94, 97, 60].map((width) => (
            <SkeletonLine key={width} width={width} />
          ))}
        </div>
      </div>
    );
  }
  const page = state.status === 'ready' ? state.preview.page : state;
  if ('error' in page) return <Trouble error={page.error} {...onTrouble} />;
  return (
    <div className="page-preview">
      {page.errorStatus === undefined ? null : (
        <p className="page-preview-title">{previewWords.reportsError(page.errorStatus)}</p>
      )}
      <p className="page-facts" title={previewWords.sureness(page.kindConfidence)}>
        {factsOf(page).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <div className="page-opening" data-cut={!page.isWhole || undefined}>
        <p dir="auto">{page.opening}</p>
      </div>
      <div className="page-preview-ways">
        <Button
          className="page-read-all"
          look="quiet"
          size="small"
          data-reads="page"
          onClick={onReadAll}
        >
          {previewWords.readAll}
        </Button>
        {mayHoldMore(page) ? (
          <Button
            className="page-read-all"
            look="quiet"
            size="small"
            onClick={onTrouble.onReadAgain}
          >
            {previewWords.readAgain}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type TroubleProps = Omit<PagePreviewProps, 'state' | 'onReadAll'> & { error: AppError };

function Trouble({ error, rereads, onReadAgain, onAllowSite }: TroubleProps) {
  const againRef = useFocusUnlessTaken(rereads > 0);
  const { title, next } = errorWords(error);
  const isFile = error.code === 'pdf.file-not-permitted';
  const needsLeave = (isFile || error.code === 'pdf.not-permitted') && onAllowSite !== null;
  return (
    <div className="page-preview page-preview-trouble">
      <p className="page-preview-title">{title}</p>
      <p className="popup-work-text">{next}</p>
      {rereads === 0 ? null : <p className="popup-work-text">{saveWords.tried(rereads)}</p>}
      <div className="page-preview-actions">
        {needsLeave ? (
          <Button size="small" onClick={onAllowSite}>
            {isFile ? previewWords.allowFiles : previewWords.allowSite}
          </Button>
        ) : null}
        {needsLeave ? null : (
          <Button ref={againRef} size="small" onClick={onReadAgain}>
            {previewWords.readAgain}
          </Button>
        )}
      </div>
    </div>
  );
}
