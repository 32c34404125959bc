import './page-card.css';
import { nameInAddress, siteOf } from '../../lib/url/web-address.ts';
import type { PreviewState } from './use-preview.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import type { FormView, PopupView } from './popup-view.ts';
import { saveLabel, useFocusUnlessTaken } from './save-form.tsx';
import { t, locale, plural } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cutText } from '../../lib/text/cut-text.ts';
import type { Preview, ReadingProgress } from '../../lib/save/model.ts';

type PageCardProps = Omit<PagePreviewProps, 'state'> & {
  view: PopupView;
  preview: PreviewState;
  isRead: boolean;
  title: string;
  editing: TitleEditing;
  /** Whether to show only the title and Save, because saving the selection is the main action. */
  isSmall: boolean;
  onSave: () => void;
  onSaveAddress: () => void;
};

export function PageCard(props: PageCardProps) {
  const { view, preview, isRead, title, editing, isSmall, onSave, onSaveAddress, ...rest } = props;
  if (!('tab' in view)) {
    return (
      <section className="page-card" aria-label={t('common_loading')} aria-busy="true">
        <SkeletonLine width={84} tall />
        <SkeletonLine width={56} tall />
      </section>
    );
  }
  const isPreviewed = !isSmall && isRead && hasSpace(view, preview);
  const cardForm = isSmall ? 'small' : isPreviewed ? undefined : 'plain';
  const canEdit = view.kind === 'form' || (view.kind === 'save' && view.changed !== null);
  const { url } =
    preview.status === 'ready' && preview.preview.page.ok ? preview.preview.page : view.tab;
  // The browser tells extensions nothing about its own pages.
  if (url === '' && title.trim() === '') return null;
  return (
    <section className="page-card" data-form={cardForm}>
      <PageTitle
        title={title}
        otherName={nameInAddress(url) ?? (siteOf(url) || t('saves_untitled'))}
        site={siteOf(url)}
        editing={canEdit && !isSmall ? editing : null}
      />
      {isPreviewed ? <PagePreview {...rest} state={preview} /> : null}
      {isSmall && view.kind === 'form' ? (
        <SmallSave form={view.form} onSave={onSave} onSaveAddress={onSaveAddress} />
      ) : null}
      <svg
        className="page-card-ribbon"
        data-stored={ribbonOf(view)}
        viewBox="0 0 18 40"
        width="18"
        height="40"
        aria-hidden="true"
      >
        <path d="M0 0h18v40l-9-7.3-9 7.3z" />
      </svg>
    </section>
  );
}

type SmallSaveProps = Pick<PageCardProps, 'onSave' | 'onSaveAddress'> & { form: FormView };

function SmallSave({ form, onSave, onSaveAddress }: SmallSaveProps) {
  if (form.instead?.offered === false) return null;
  const isPage = form.instead === null;
  return (
    <Button size="small" onClick={isPage ? onSave : onSaveAddress}>
      {isPage ? saveLabel(form) : t('saves_actions_saveAddress')}
    </Button>
  );
}

/**
 * Returns whether there is space for the preview. On a saved page, a later save that failed or a preview error is
 * shown in its place.
 */
function hasSpace(view: PopupView, preview: PreviewState): boolean {
  if (view.kind === 'form') return true;
  return view.kind === 'save' && view.later === null && !hasError(preview);
}

function hasError(preview: PreviewState): boolean {
  return preview.status === 'failed' || (preview.status === 'ready' && !preview.preview.page.ok);
}

function ribbonOf(view: PopupView): 'no' | 'soon' | 'yes' {
  if (view.kind === 'form') return view.form.stored;
  return view.kind === 'save' ? view.stored : 'no';
}

type PagePreviewProps = {
  state: PreviewState;
  rereads: number;
  onReadAll: () => void;
  onReadAgain: () => void;
  onAllowSite: (() => void) | null;
};

/** Shows the page's first words. Keeps its height while the page is being read. */
function PagePreview({ state, onReadAll, ...onError }: PagePreviewProps) {
  if (state.status === 'reading') {
    return (
      <div className="page-preview" aria-busy="true">
        <p className="page-facts">
          {state.isSlow ? progressText(state.progress) : <SkeletonLine width={62} />}
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
  if ('error' in page) return <PreviewError error={page.error} {...onError} />;
  return (
    <div className="page-preview">
      {page.errorStatus === undefined ? null : (
        <p className="page-preview-title">
          {t('preview_reportsError', { status: String(page.errorStatus) })}
        </p>
      )}
      {isFallback(page) ? <p className="page-preview-note">{t('preview_noArticle')}</p> : null}
      <div className="page-preview-head">
        <p className="page-facts">
          {factsOf(page).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <QuietButton className="page-read-all" data-reads="page" onClick={onReadAll}>
          {t('preview_readAll')}
        </QuietButton>
      </div>
      <div className="page-opening" data-cut={!page.isWhole || undefined}>
        <p dir="auto">{page.opening}</p>
      </div>
      {mayHoldMore(page) ? (
        <QuietButton className="page-read-again" onClick={onError.onReadAgain}>
          {t('preview_readAgain')}
        </QuietButton>
      ) : null}
    </div>
  );
}

type PreviewErrorProps = Omit<PagePreviewProps, 'state' | 'onReadAll'> & { error: AppError };

function PreviewError({ error, rereads, onReadAgain, onAllowSite }: PreviewErrorProps) {
  const againRef = useFocusUnlessTaken(rereads > 0);
  const { title, next } = errorWords(error);
  const isFile = error.code === 'pdf.file-not-permitted';
  const needsPermission = (isFile || error.code === 'pdf.not-permitted') && onAllowSite !== null;
  return (
    <div className="page-preview page-preview-error">
      <p className="page-preview-title">{title}</p>
      <p className="popup-work-text">{next}</p>
      {rereads === 0 ? null : (
        <p className="popup-work-text">{plural(rereads, 'outbox_save_tried')}</p>
      )}
      <div className="page-preview-actions">
        {needsPermission ? (
          <Button size="small" onClick={onAllowSite}>
            {isFile ? t('preview_allowFiles') : t('saves_actions_allowSite')}
          </Button>
        ) : (
          <Button ref={againRef} size="small" onClick={onReadAgain}>
            {t('preview_readAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}

type TitleEditing = { onChange: (title: string | null) => void; original: string };

type PageTitleProps = {
  title: string;
  otherName: string;
  site: string;
  editing: TitleEditing | null;
};

function PageTitle({ title, otherName, site, editing }: PageTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  if (draft !== null && editing !== null) {
    const keep = () => {
      const own = draft.replace(/\s+/g, ' ').trim();
      editing.onChange(own === '' || own === editing.original.trim() ? null : own);
      setDraft(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape'))
        return;
      event.preventDefault();
      flushSync(() => (event.key === 'Enter' ? keep() : setDraft(null)));
      // Only after a key press, because a click has already moved the focus.
      buttonRef.current?.focus();
    };
    return (
      <div className="page-title">
        <textarea
          className="page-card-title page-title-field"
          aria-label={t('saves_edit_name')}
          dir="auto"
          rows={2}
          maxLength={longestTitle}
          value={draft}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person opened this field to type in it
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={keep}
        />
        <p className="page-card-site">{t('preview_titleKeys')}</p>
      </div>
    );
  }
  return (
    <div className="page-title">
      <h2 className="page-card-title" dir="auto" title={title}>
        {title.trim() === '' ? otherName : cutText(title, shownTitleLength)}
      </h2>
      <p className="page-card-site">
        <span>
          <bdi>{site}</bdi>
        </span>
        {editing === null ? null : (
          <button
            ref={buttonRef}
            type="button"
            className="page-title-edit"
            onClick={() => setDraft(title)}
          >
            <Pencil size={12} />
            {t('preview_editTitle')}
          </button>
        )}
      </p>
    </div>
  );
}

const longestTitle = 512;
const shownTitleLength = 300;

export type ReadablePreview = Extract<Preview['page'], { ok: true }>;

/** Returns whether the visible text is saved because the page has no article. */
export function isFallback({ part, extractor }: ReadablePreview): boolean {
  return part === 'article' && extractor === 'visible-text';
}

export function factsOf(page: ReadablePreview): readonly string[] {
  const { wordCount, readingMinutes } = page;
  const facts = [
    nameOf(page),
    page.pageCount === undefined ? null : plural(page.pageCount, 'preview_pages'),
    plural(wordCount, isShort(page) ? 'preview_few' : 'preview_words'),
    wordCount < timedWords ? null : t('preview_minutes', { count: readingMinutes }),
    page.isUnfinished === true ? t('preview_unfinished') : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** Names the whole page, or the kind of the page if it's certain. */
function nameOf({ part, kind, kindConfidence }: ReadablePreview): string | null {
  if (part === 'page') return t('preview_part_page');
  return kind === 'other' || kindConfidence < certainFrom ? null : t(`preview_kinds_${kind}`);
}

/** A page with fewer words may not have loaded completely. */
const fewWords = 25;

function isShort({ wordCount }: Pick<ReadablePreview, 'wordCount'>): boolean {
  return wordCount < fewWords;
}

/** Returns whether reading the page again is likely to return more. */
function mayHoldMore(page: ReadablePreview): boolean {
  return isShort(page) || page.isUnfinished === true || page.errorStatus !== undefined;
}

/** Minimum number of words for which the reading time is shown. */
const timedWords = 100;

/** Below this confidence, the kind of a page isn't shown. */
const certainFrom = 0.7;

export function progressText(progress: ReadingProgress | null): string {
  if (progress === null) return t('outbox_steps_read_now');
  const { stage, done, total } = progress;
  if (stage === 'coming') {
    return total === null
      ? t('preview_progress_got', { done: sizeWords(done) })
      : t('preview_progress_gotOf', { done: sizeWords(done), total: sizeWords(total) });
  }
  const number = new Intl.NumberFormat(locale());
  return total === null || total === 0
    ? t('outbox_steps_read_now')
    : t('preview_progress_page', { done: number.format(done), total: number.format(total) });
}
