import './text-screen.css';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PreviewHook, PreviewPart } from './use-preview.ts';
import { IconButton } from '../ui/button.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

type TextScreenProps = {
  part: PreviewPart;
  readWhole: PreviewHook['readWhole'];
  onBack: () => void;
};

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
  const heading = part === 'page' ? t('preview_wholeOf_page') : t('preview_selection_title');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works wherever the focus is
    <div className="popup-screen" onKeyDown={onKeyDown}>
      <header className="popup-screen-head">
        <IconButton Icon={ArrowLeft} size={18} label={t('common_back')} onClick={onBack} />
        <h2 className="popup-screen-title">{heading}</h2>
      </header>
      <section
        className="text-screen-area"
        aria-label={heading}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focused, so that keys scroll it
        tabIndex={0}
        ref={areaRef}
      >
        {text === null ? (
          <SkeletonLine width={90} />
        ) : part === 'page' ? (
          <Markdown text={text} />
        ) : (
          <p dir="auto">{text}</p>
        )}
      </section>
    </div>
  );
}
