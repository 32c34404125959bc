import './section.css';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';

export type SectionProps = {
  id: string;
  title: string;
  text: string;
  /** Takes the focus where what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** One part of the settings: what it is about, and the card with what can be done. */
export function Section({ id, title, text, headingRef, children }: SectionProps) {
  const sectionRef = useRef<HTMLElement>(null);

  useEffect(() => {
    // The browser looked for it when the page was opened, and it was not there yet.
    if (location.hash === `#${id}`) sectionRef.current?.scrollIntoView();
  }, [id]);

  return (
    <section id={id} className="settings-section" aria-labelledby={`${id}-title`} ref={sectionRef}>
      <div className="settings-section-head">
        <h2 id={`${id}-title`} className="settings-section-title" ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        <p className="settings-text">{text}</p>
      </div>
      <div className="settings-card">{children}</div>
    </section>
  );
}
