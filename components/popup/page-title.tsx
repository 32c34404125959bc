import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cutText } from '../../lib/core/text/cut-text.ts';
import { previewWords } from '../words/preview.ts';

export type TitleEditing = {
  /** Null gives the page its own title back. */
  onChange: (title: string | null) => void;
  /** What the page itself says. */
  original: string;
};

export type PageTitleProps = {
  title: string;
  /** What a page without a title is called. */
  otherName: string;
  site: string;
  /** Null where the title stands as it is. */
  editing: TitleEditing | null;
};

/** The title of the page, which can be written anew in its place, and where the page is. */
export function PageTitle({ title, otherName, site, editing }: PageTitleProps) {
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
          aria-label={previewWords.title}
          dir="auto"
          rows={2}
          maxLength={longestTitle}
          value={draft}
          // Shown because the person asked to write in it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={keep}
        />
        <p className="page-card-site">{previewWords.titleKeys}</p>
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
            {previewWords.editTitle}
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
