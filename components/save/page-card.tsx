import './page-card.css';
import { nameInAddress } from '../../lib/url/web-address.ts';
import type { PreviewState } from './use-preview.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import type { FormView, PopupView } from './popup-view.ts';
import { saveLabel, useFocusUnlessTaken } from './save-form.tsx';
import { t, locale, plural } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../app/error-text.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import type { PageKind } from '../../lib/capture/schema.ts';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cutText } from '../../lib/text/cut-text.ts';
import type { Preview, ReadingProgress } from '../../lib/save/model.ts';

type PageCardProps = Omit<PagePreviewProps, 'state'> & {
  view: PopupView;
  preview: PreviewState;
  /** The page is read, or is being read; false where the connection in use could save nothing of it. */
  isRead: boolean;
  title: string;
  editing: TitleEditing;
  /** Something else stands first: the card says only which page it is, and saves it. */
  isSmall: boolean;
  onSave: () => void;
  onSaveAddress: () => void;
};

/** The page in front, as a card with what would be saved of it; a ribbon hangs in it once the page is saved. */
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
  const isPreviewed = !isSmall && isRead && leavesRoom(view, preview);
  const cardForm = isSmall ? 'small' : isPreviewed ? undefined : 'plain';
  const canEdit = view.kind === 'form' || (view.kind === 'save' && view.changed !== null);
  const { url } =
    preview.status === 'ready' && preview.preview.page.ok ? preview.preview.page : view.tab;
  return (
    <section className="page-card" data-form={cardForm}>
      <PageTitle
        title={title}
        otherName={nameInAddress(url) ?? t('saves_untitled')}
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

/** A saved page describes its own problem and needs the space to say why a later attempt failed. */
function leavesRoom(view: PopupView, preview: PreviewState): boolean {
  if (view.kind === 'form') return true;
  return view.kind === 'save' && view.later === null && !isTroubled(preview);
}

function isTroubled(preview: PreviewState): boolean {
  return preview.status === 'failed' || (preview.status === 'ready' && !preview.preview.page.ok);
}

function ribbonOf(view: PopupView): 'no' | 'soon' | 'yes' {
  if (view.kind === 'form') return view.form.stored;
  return view.kind === 'save' ? view.stored : 'no';
}

/** The host as the browser writes it, which shows names that imitate others for what they are. */
function siteOf(url: string): string {
  try {
    const { host, protocol } = new URL(url);
    if (protocol === 'https:' || protocol === 'http:') return host.replace(/^www\./, '');
    return host === '' ? protocol : `${protocol}//${host}`;
  } catch {
    return '';
  }
}

type PagePreviewProps = {
  state: PreviewState;
  /** How often it was read anew because the person asked. */
  rereads: number;
  onReadAll: () => void;
  onReadAgain: () => void;
  /** Null where the browser has nothing to allow. */
  onAllowSite: (() => void) | null;
};

/** What would be saved of the page: its kind, its length and how it begins. It keeps its place while it is read. */
function PagePreview({ state, onReadAll, ...onTrouble }: PagePreviewProps) {
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
  if ('error' in page) return <Trouble error={page.error} {...onTrouble} />;
  return (
    <div className="page-preview">
      {page.errorStatus === undefined ? null : (
        <p className="page-preview-title">
          {t('preview_reportsError', { status: String(page.errorStatus) })}
        </p>
      )}
      <p className="page-facts">
        {factsOf(page).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <div className="page-opening" data-cut={!page.isWhole || undefined}>
        <p dir="auto">{page.opening}</p>
      </div>
      <div className="page-preview-buttons">
        <Button
          className="page-read-all"
          look="quiet"
          size="small"
          data-reads="page"
          onClick={onReadAll}
        >
          {t('preview_readAll')}
        </Button>
        {mayHoldMore(page) ? (
          <Button
            className="page-read-all"
            look="quiet"
            size="small"
            onClick={onTrouble.onReadAgain}
          >
            {t('preview_readAgain')}
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
    <div className="page-preview page-preview-error">
      <p className="page-preview-title">{title}</p>
      <p className="popup-work-text">{next}</p>
      {rereads === 0 ? null : (
        <p className="popup-work-text">{plural(rereads, 'outbox_save_tried')}</p>
      )}
      <div className="page-preview-actions">
        {needsLeave ? (
          <Button size="small" onClick={onAllowSite}>
            {isFile ? t('preview_allowFiles') : t('saves_actions_allowSite')}
          </Button>
        ) : null}
        {needsLeave ? null : (
          <Button ref={againRef} size="small" onClick={onReadAgain}>
            {t('preview_readAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}

type TitleEditing = {
  /** Null gives the page its own title back. */
  onChange: (title: string | null) => void;
  /** What the page itself says. */
  original: string;
};

type PageTitleProps = {
  title: string;
  /** What a page without a title is called. */
  otherName: string;
  site: string;
  /** Null where the title stands as it is. */
  editing: TitleEditing | null;
};

/** The title of the page, which can be written anew in its place, and where the page is. */
function PageTitle({ title, otherName, site, editing }: PageTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { buttonRef, comeBack } = useReturnedFocus(draft);
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
      comeBack();
      if (event.key === 'Enter') keep();
      else setDraft(null);
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- shown because the person asked to write in it
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
            <Pencil size={12} aria-hidden="true" />
            {t('preview_editTitle')}
          </button>
        )}
      </p>
    </div>
  );
}

/** What a service takes; the background says so too. */
const longestTitle = 512;
/** More would not be seen, and titles of any length exist. */
const shownTitleLength = 300;

/** After a key that ends the writing the focus stands on the button again; a click elsewhere keeps it there. */
function useReturnedFocus(draft: string | null) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isWantedRef = useRef(false);
  useEffect(() => {
    if (draft !== null || !isWantedRef.current) return;
    isWantedRef.current = false;
    buttonRef.current?.focus();
  }, [draft]);
  return {
    buttonRef,
    comeBack: () => {
      isWantedRef.current = true;
    },
  };
}

export type ReadablePreview = Extract<Preview['page'], { ok: true }>;

/** Returns the facts of the line, in display order. */
export function factsOf(page: ReadablePreview): readonly string[] {
  const kind = kindNames[page.kind];
  const pages = page.pageCount === undefined ? [] : [plural(page.pageCount, 'preview_pages')];
  return [
    ...(kind === null
      ? []
      : [page.kindConfidence < certainFrom ? t('preview_probably', { kind }) : kind]),
    ...pages,
    plural(page.wordCount, isShort(page) ? 'preview_few' : 'preview_words'),
    t('preview_minutes', { count: page.readingMinutes }),
    ...(page.isUnfinished === true ? [t('preview_unfinished')] : []),
  ];
}

/** Below this a page is one of a few words, which may be all of it, or not there yet. */
const fewWords = 25;

function isShort({ wordCount }: Pick<ReadablePreview, 'wordCount'>): boolean {
  return wordCount < fewWords;
}

/** Whether reading it once more may well give more. */
function mayHoldMore(page: ReadablePreview): boolean {
  return isShort(page) || page.isUnfinished === true || page.errorStatus !== undefined;
}

const kindNames: Record<PageKind, string | null> = {
  article: t('preview_kinds_article'),
  documentation: t('preview_kinds_documentation'),
  question: t('preview_kinds_question'),
  forum: t('preview_kinds_forum'),
  social: t('preview_kinds_social'),
  chat: t('preview_kinds_chat'),
  video: t('preview_kinds_video'),
  product: t('preview_kinds_product'),
  list: t('preview_kinds_list'),
  app: t('preview_kinds_app'),
  pdf: t('preview_kinds_pdf'),
  text: t('preview_kinds_text'),
  other: null,
};

/** Below this confidence a kind is marked as a guess. */
const certainFrom = 0.7;

/** “Reading page 40 of 300” */
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
