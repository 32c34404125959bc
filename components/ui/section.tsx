import './section.css';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { SkeletonLine } from './skeleton.tsx';
import { t } from '../../lib/i18n/i18n.ts';

type SectionProps = {
  id: string;
  title: string;
  text?: string;
  /** Gets the focus when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

export function Section({ id, title, text, headingRef, children }: SectionProps) {
  const sectionRef = useRef<HTMLElement>(null);

  useEffect(() => {
    // The browser looked for the anchor before the section was rendered.
    if (location.hash === `#${id}`) sectionRef.current?.scrollIntoView();
  }, [id]);

  return (
    <section id={id} className="settings-section" aria-labelledby={`${id}-title`} ref={sectionRef}>
      <div className="settings-section-head">
        <h2 id={`${id}-title`} className="settings-section-title" ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {text === undefined ? null : <p className="settings-text">{text}</p>}
      </div>
      <div className="settings-card">{children}</div>
    </section>
  );
}

type SettingsPartProps = {
  words: { title: string; text: string };
  also?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

export function SettingsPart({ words, also, ref, children }: SettingsPartProps) {
  return (
    <div className="settings-part" ref={ref}>
      <div>
        <h3 className="settings-part-title">{words.title}</h3>
        <p className="settings-row-note">{words.text}</p>
        {also === undefined ? null : <p className="settings-row-note">{also}</p>}
      </div>
      {children}
    </div>
  );
}

export function ListSkeleton() {
  return (
    <div className="settings-skeleton">
      <span className="visually-hidden">{t('common_loading')}</span>
      {[34, 46, 28].map((width) => (
        <SkeletonLine key={width} width={width} tall />
      ))}
    </div>
  );
}
