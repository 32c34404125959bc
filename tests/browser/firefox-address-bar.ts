/** The address bar of Firefox's own window: its words, the lines below it, and Enter on one of them. */
import { runInBrowser } from './firefox-session.ts';
import type { Marionette } from './marionette.ts';

/** What a person sees of a line, and what choosing it puts into the bar. */
export type BarLine = { title: string; content: string };

/** `gURLBar`, as far as it is used here. */
interface FirefoxUrlBar {
  search(words: string): void;
  readonly view: {
    selectedRowIndex: number;
    readonly visibleResults: readonly { readonly payload: Partial<BarLine> }[];
  };
  handleCommand(event: Event): void;
}

declare const gURLBar: FirefoxUrlBar;

/** Puts the words into the address bar as typing does, and asks for its lines. */
export function typeInBar(marionette: Marionette, words: string): Promise<void> {
  return runInBrowser(marionette, (typed) => gURLBar.search(typed), words);
}

export function barLines(marionette: Marionette): Promise<BarLine[]> {
  return runInBrowser(marionette, () =>
    gURLBar.view.visibleResults.map(({ payload: { title = '', content = '' } }) => ({
      title,
      content,
    })),
  );
}

/** Goes to the line of this number and presses Enter. */
export function enterInBar(marionette: Marionette, line: number): Promise<void> {
  return runInBrowser(
    marionette,
    (index) => {
      gURLBar.view.selectedRowIndex = index;
      gURLBar.handleCommand(new KeyboardEvent('keydown', { key: 'Enter' }));
    },
    line,
  );
}
