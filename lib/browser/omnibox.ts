/** The omnibox (keyword `mem`), in Chromium and Firefox. */
import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';

export type Stretch = { text: string; look: 'plain' | 'match' | 'dim' };
export type Line = readonly Stretch[];

/** `content` replaces the input when selected, and is what Enter submits. */
export type Suggestion = { content: string; line: Line };

export type BarLines = {
  /** Sets the line above the suggestions. `isNews` marks the search's status. Never rejects. */
  first: (line: Line, isNews: boolean) => Promise<void>;
  suggest: (suggestions: readonly Suggestion[]) => void;
};

export type AddressBarListener = {
  started: () => void;
  changed: (text: string, lines: BarLines) => void;
  /** Called within the user gesture, if pressing Enter counts as a user gesture in the browser. */
  entered: (text: string) => void;
  canceled: () => void;
};

/** Must be called synchronously at startup; `rest` is shown before anything is typed. */
export function listenToAddressBar(listener: AddressBarListener, rest: Line): void {
  if (!hasApi('omnibox')) return;
  const { omnibox } = browser;
  const layOut = import.meta.env.FIREFOX ? addressBarText : addressBarMarkup;
  const setFirst = async (line: Line): Promise<void> => {
    try {
      await omnibox.setDefaultSuggestion({ description: layOut(line) });
    } catch {
      // Another extension has the keyword, so the line is never shown.
    }
  };
  omnibox.onInputStarted.addListener(() => {
    void setFirst(rest);
    listener.started();
  });
  omnibox.onInputChanged.addListener((text, show) => {
    const suggest = (suggestions: readonly Suggestion[]) =>
      show(suggestions.map(({ content, line }) => ({ content, description: layOut(line) })));
    // Firefox reads the first line before it reports a keystroke, so status is shown as a separate suggestion. A
    // trailing space distinguishes its content from the typed text.
    const first = import.meta.env.FIREFOX
      ? async (line: Line, isNews: boolean) => {
          if (isNews) suggest([{ content: `${text}\u00A0`, line }]);
        }
      : setFirst;
    listener.changed(text, { first, suggest });
  });
  omnibox.onInputEntered.addListener((text) => listener.entered(text));
  omnibox.onInputCancelled.addListener(() => {
    void setFirst(rest);
    listener.canceled();
  });
  void setFirst(rest);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Returns Chromium's suggestion XML, with all text escaped. */
export function addressBarMarkup(line: Line): string {
  return line
    .map(({ text, look }) => {
      const escaped = text.replaceAll(/["&'<>]/gu, (sign) => escapes[sign] ?? '');
      return look === 'plain' ? escaped : `<${look}>${escaped}</${look}>`;
    })
    .join('');
}

export function addressBarText(line: Line): string {
  return line.map(({ text }) => text).join('');
}
