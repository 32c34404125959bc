import { describe, expect, it } from 'vitest';
import { pageObstacle } from './page-obstacle.ts';

describe('pageObstacle', () => {
  it.each([
    'chrome://settings',
    'about:blank',
    'about:reader?url=about%3Ablank',
    'edge://flags',
    'chrome-extension://abc/popup.html',
    'moz-extension://abc/popup.html',
    'view-source:https://example.org/',
    'devtools://devtools/bundled/inspector.html',
    'data:text/html,hello',
    'https://chromewebstore.google.com/detail/x',
    'https://addons.mozilla.org/firefox/',
    'https://microsoftedge.microsoft.com/addons/',
    '',
    'nonsense',
  ])("reports that extensions can't read %j", (url) => {
    expect(pageObstacle(url)).toMatchObject({ code: 'page.restricted' });
  });

  it('reports the reader view of a web page', () => {
    const url = 'about:reader?url=https%3A%2F%2Fexample.org%2F';

    expect(pageObstacle(url)).toMatchObject({ code: 'page.reader-view' });
  });

  it.each(['https://example.org/', 'http://127.0.0.1:8080/a', 'file:///connection/me/a.html'])(
    'returns null for %j',
    (url) => {
      expect(pageObstacle(url)).toBeNull();
    },
  );
});
