/** The address bar after the keyword `mem`; what differs between Chromium and Firefox stays in here. */
import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';

/** One stretch of a line; `match` stands out, `dim` stands back. */
export type Stretch = { text: string; look: 'plain' | 'match' | 'dim' };
export type Line = readonly Stretch[];

/** A line that can be chosen; `content` is put into the address bar, and given back by Enter. */
export type Suggestion = { content: string; line: Line };

/** Shows lines for one stroke of a key. */
export type BarLines = {
  /** Says above the suggestions what Enter does; `isNews` where it says besides how the search stands. Never rejects. */
  first: (line: Line, isNews: boolean) => Promise<void>;
  suggest: (suggestions: readonly Suggestion[]) => void;
};

export type AddressBarListener = {
  started: () => void;
  changed: (text: string, lines: BarLines) => void;
  /** Within the person's key, as far as the browser counts it as one. */
  entered: (text: string) => void;
  canceled: () => void;
};

/** Must be called synchronously when the background starts; `rest` is said before anything was typed. */
export function listenToAddressBar(listener: AddressBarListener, rest: Line): void {
  if (!hasApi('omnibox')) return;
  const { omnibox } = browser;
  const layOut = import.meta.env.FIREFOX ? addressBarText : addressBarMarkup;
  const setFirst = async (line: Line): Promise<void> => {
    try {
      await omnibox.setDefaultSuggestion({ description: layOut(line) });
    } catch {
      // Another extension has the keyword: then nobody sees the line.
    }
  };
  omnibox.onInputStarted.addListener(() => {
    void setFirst(rest);
    listener.started();
  });
  omnibox.onInputChanged.addListener((text, show) => {
    const suggest = (suggestions: readonly Suggestion[]) =>
      show(suggestions.map(({ content, line }) => ({ content, description: layOut(line) })));
    // Firefox has taken the first line already when it tells of a key. News is a line of its own there, for the same
    // words: a space at their end is all that sets it apart.
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

/** Gives the XML of Chromium's suggestions, in which every text is text. */
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
