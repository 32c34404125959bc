import './text-screen.css';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PreviewHook, PreviewPart } from './use-preview.ts';
import { IconButton } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { errorWords } from '../app/error-text.ts';
import { previewWords } from './preview-text.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type TextScreenProps = {
  part: PreviewPart;
  readWhole: PreviewHook['readWhole'];
  onBack: () => void;
};

/** The whole text as it is saved, letter by letter. Escape leads back. */
export function TextScreen({ part, readWhole, onBack }: TextScreenProps) {
  const [text, setText] = useState<string | null>(null);
  const areaRef = useRef<HTMLElement>(null);

  useEffect(() => {
    areaRef.current?.focus();
    void readWhole(part).then((read) => {
      if (!read.ok) return setText(errorWords(read.error).title);
      return setText(read.value.content ?? t('preview_textGone'));
    });
  }, [part, readWhole]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onBack();
  };
  const heading = previewWords.wholeOf[part];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works wherever the focus stands
    <div className="text-screen" onKeyDown={onKeyDown}>
      <header className="text-screen-head">
        <IconButton label={t('preview_back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden="true" />
        </IconButton>
        <h2 className="text-screen-title">{heading}</h2>
      </header>
      <section
        className="text-screen-area"
        aria-label={heading}
        // The keyboard scrolls what it stands on.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        ref={areaRef}
      >
        {text === null ? <SkeletonLine width={90} /> : <p dir="auto">{text}</p>}
      </section>
    </div>
  );
}
