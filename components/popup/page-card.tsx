import './page-card.css';
import { nameInAddress } from '../../lib/core/address-name.ts';
import type { PreviewState } from '../hooks/use-preview.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { popupWords } from '../words/popup.ts';
import { previewWords } from '../words/preview.ts';
import { PagePreview, type PagePreviewProps } from './page-preview.tsx';
import { PageTitle, type TitleEditing } from './page-title.tsx';
import type { FormView, PopupView } from './popup-model.ts';
import { saveLabel } from './save-form.tsx';

export type PageCardProps = Omit<PagePreviewProps, 'state'> & {
  view: PopupView;
  preview: PreviewState;
  /** The page is read, or is being read; false where the home in use could save nothing of it. */
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
      <section className="page-card" aria-label={popupWords.loading} aria-busy="true">
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
        otherName={nameInAddress(url) ?? popupWords.untitled}
        site={siteOf(url)}
        editing={canEdit && !isSmall ? editing : null}
      />
      {isPreviewed ? <PagePreview {...rest} state={preview} /> : null}
      {isSmall && view.kind === 'form' ? (
        <SmallSave form={view.form} onSave={onSave} onSaveAddress={onSaveAddress} />
      ) : null}
      <svg
        className="page-card-ribbon"
        data-kept={ribbonOf(view)}
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
      {isPage ? saveLabel(form) : previewWords.saveAddress}
    </Button>
  );
}

/** A save has its own words for what is amiss, and needs the room for why a later try failed. */
function leavesRoom(view: PopupView, preview: PreviewState): boolean {
  if (view.kind === 'form') return true;
  return view.kind === 'save' && view.later === null && !isTroubled(preview);
}

function isTroubled(preview: PreviewState): boolean {
  return preview.status === 'failed' || (preview.status === 'ready' && !preview.preview.page.ok);
}

function ribbonOf(view: PopupView): 'no' | 'soon' | 'yes' {
  if (view.kind === 'form') return view.form.kept;
  return view.kind === 'save' ? view.kept : 'no';
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
