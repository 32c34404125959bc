import type { ReactNode, Ref } from 'react';

export type SettingsPartProps = {
  /** What it is called and what it is for. */
  words: { title: string; text: string };
  /** A second line below that. */
  also?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  /** The button that does it, and what came of it. */
  children: ReactNode;
};

/** Something a section lets the person do: what it is, and the button for it beside. */
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
