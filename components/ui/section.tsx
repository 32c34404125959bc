import './section.css';
import { createContext, type ReactNode, type Ref, use, useEffect, useRef } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import type { AppError } from '../../lib/contract/errors.ts';
import { ErrorAlert } from './error-alert.tsx';
import { classNames, IconButton } from './button.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const IsInPage = createContext(false);

type SectionProps = {
  id: string;
  title: string;
  text?: string;
  /** Whether the section is a page of the settings, with its main heading. */
  isPage?: boolean;
  /** Gets focus when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

export function Section({ id, title, text, isPage, headingRef, children }: SectionProps) {
  const Heading = isPage === true ? 'h1' : 'h2';
  const sectionRef = useRef<HTMLElement>(null);

  useEffect(() => {
    // The browser looked for the anchor before the section was rendered.
    if (location.hash === `#${id}`) sectionRef.current?.scrollIntoView();
  }, [id]);

  return (
    <section id={id} className="settings-section" aria-labelledby={`${id}-title`} ref={sectionRef}>
      <div className="settings-section-head">
        <Heading
          id={`${id}-title`}
          className={isPage === true ? 'settings-title' : 'settings-section-title'}
          ref={headingRef}
          tabIndex={-1}
        >
          {title}
        </Heading>
        {text === undefined ? null : <p className="settings-text">{text}</p>}
      </div>
      <div className="settings-content">
        <IsInPage value={isPage === true}>{children}</IsInPage>
      </div>
    </section>
  );
}

type SettingsPartProps = {
  words: { title: string; text: string };
  also?: string | undefined;
  /** Why its action failed; null if it didn't. */
  error?: AppError | null;
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

export function SettingsPart({ words, also, error, className, ref, children }: SettingsPartProps) {
  const Heading = use(IsInPage) ? 'h2' : 'h3';
  return (
    <div className={classNames('settings-part', className)} ref={ref}>
      <div>
        <Heading className="settings-part-title">{words.title}</Heading>
        <p className="settings-row-note">{words.text}</p>
        {also === undefined ? null : <p className="settings-row-note">{also}</p>}
      </div>
      {children}
      {error ? (
        <div className="settings-outcome">
          <ErrorAlert error={error} />
        </div>
      ) : null}
    </div>
  );
}

type EditableRowProps = {
  /** Replaces the row while it's edited. */
  form: ReactNode | null;
  isRule?: boolean;
  editLabel: string;
  deleteLabel: string;
  onEdit: () => void;
  onDelete: () => void;
  children: ReactNode;
};

/** A row of a list, with a button that opens a form in its place. */
export function EditableRow({ form, isRule, children, ...props }: EditableRowProps) {
  const rowRef = useReturnedFocus<HTMLLIElement>(form !== null);
  return (
    <li className="settings-row" data-rule={isRule} ref={rowRef}>
      {form ?? (
        <>
          <div className="settings-row-words">{children}</div>
          <div className="settings-row-actions">
            <IconButton Icon={Pencil} label={props.editLabel} onClick={props.onEdit} />
            <IconButton Icon={Trash2} label={props.deleteLabel} onClick={props.onDelete} />
          </div>
        </>
      )}
    </li>
  );
}
