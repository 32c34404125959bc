/** Firefox's address bar: its text, its suggestions, and Enter on one of them. */
import { runInBrowser } from './firefox-session.ts';
import type { Marionette } from './marionette.ts';

/** A suggestion's visible text, and the text in the bar once the suggestion is selected. */
export type BarLine = { title: string; content: string };

/** The parts of `gURLBar` used here. */
interface FirefoxUrlBar {
  search(words: string): void;
  readonly view: {
    selectedRowIndex: number;
    readonly visibleResults: readonly { readonly payload: Partial<BarLine> }[];
  };
  handleCommand(event: Event): void;
}

declare const gURLBar: FirefoxUrlBar;

/** Enters the words in the address bar and starts its search for suggestions. */
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

/** Selects the suggestion with this index and presses Enter. */
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
