/** Marks and the selection's buttons on pages, in a real Chromium: what needs layout, frames, policies and true keys. */
import { expect, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
import { clickInBox, expectInBox, selectByHand, untilClickable } from './closed-box.ts';
import { type Keepsake, test } from './keepsake.ts';

const sentence = 'The keeper counted forty lanterns along the northern wall.';
const paragraph = `<p>Before it came rain, and nobody slept. ${sentence} Then the fog lifted at last.</p>`;

const pages: Record<string, string> = {
  prose: paragraph,
  'inline elements': paragraph.replace('forty lanterns', '<b>forty <i>lan</i>terns</b>'),
  'two paragraphs': paragraph.replace('lanterns along', 'lanterns</p> <p>along'),
  table: `<table><tr><td>Wall</td><td>${sentence}</td></tr><tr><td>Gate</td><td>None there.</td></tr></table>`,
  code: `<pre>first()\n\n  ${sentence}\nlast()</pre>`,
  'a right-to-left page': `<div dir="rtl" lang="ar"><p>كان الحارس يعد المصابيح كل ليلة.</p><p>${sentence} ثم نام.</p></div>`,
};

const hostile =
  '<style>body *, html > :not(head, body) { display: none !important; all: unset !important } p, body { display: block !important }</style>';
const strict =
  "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin";

let site: PageServer;

test.beforeEach(async () => {
  const html = (body: string) =>
    `<!doctype html><meta charset="utf-8"><title>Walls</title><body>${body}`;
  site = await servePages({
    ...Object.fromEntries(
      Object.entries(pages).map(([name, body]) => [`/${encodeURIComponent(name)}`, html(body)]),
    ),
    '/hostile': html(hostile + paragraph),
    '/strict': () =>
      new Response(html(paragraph), {
        headers: { 'content-type': 'text/html', 'content-security-policy': strict },
      }),
    '/framed': html(`<p>Outside.</p><iframe src="/prose" width="600" height="300"></iframe>`),
    '/typing': html(`${paragraph}<textarea>${sentence}</textarea>`),
  });
});
test.afterEach(() => site.close());

for (const name of Object.keys(pages)) {
  test(`words in ${name} are kept and marked again when the page is opened again`, async ({
    keepsake,
  }) => {
    const panel = await settle(keepsake);
    const page = await visit(keepsake, `${site.origin}/${encodeURIComponent(name)}`);
    await letIn(keepsake, panel, page);
    const before = await page.content();

    await selectSentence(page);
    await pressKeep(page);

    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.content()).toBe(before);
    await page.reload();
    await letIn(keepsake, panel, page);
    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
    expect(await page.content()).toBe(before);
    const [one] = await listed(panel, page);
    expect(one).toMatchObject({ comment: null, placement: 'placed' });
    expect(one?.quote.replace(/\s+/g, ' ')).toBe(sentence);
  });
}

for (const path of ['/hostile', '/strict']) {
  test(`a ${path.slice(1)} page neither hides nor stops the buttons`, async ({ keepsake }) => {
    const panel = await settle(keepsake);
    const page = await visit(keepsake, site.origin + path);
    await letIn(keepsake, panel, page);

    await selectSentence(page);
    await pressKeep(page);

    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
  });
}

test('words in a frame are marked in that frame', async ({ keepsake }) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/framed`);
  await letIn(keepsake, panel, page);
  const frame = page.frame({ url: /prose/ });
  if (frame === null) throw new Error('There is no frame.');

  await page.frameLocator('iframe').locator('p').click({ clickCount: 3 });
  await expect.poll(() => frame.evaluate(hostBox)).not.toBeNull();
  await untilClickable(page);
  const box = await frame.evaluate(hostBox);
  const outer = await page.locator('iframe').boundingBox();
  if (box === null || outer === null) throw new Error('There are no buttons.');
  await page.mouse.click(outer.x + box.x + 26, outer.y + box.y + box.height / 2);

  await expect.poll(() => frame.evaluate(markedHere)).toHaveLength(1);
  expect(await marked(page)).toEqual([]);
});

test('marks follow the page: changed words keep theirs, deleted words lose theirs', async ({
  keepsake,
}) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/prose`);
  await letIn(keepsake, panel, page);
  await selectSentence(page);
  await pressKeep(page);
  await expect.poll(() => marked(page)).toHaveLength(1);

  await page.evaluate(() => {
    document.body.innerHTML = `<h1>News</h1>${document.body.innerHTML.replace('forty', 'fifty')}`;
  });
  await expect
    .poll(() => marked(page))
    .toEqual([sentence.replace('forty', 'fifty').replace(/\s/g, '')]);
  await page.evaluate(() => document.querySelector('p')?.remove());
  await expect.poll(() => marked(page)).toEqual([]);
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), paragraph);
  await expect.poll(() => marked(page)).toHaveLength(1);
});

test('another page in the same document has no marks of the one before', async ({ keepsake }) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/prose`);
  await letIn(keepsake, panel, page);
  await selectSentence(page);
  await pressKeep(page);
  await expect.poll(() => marked(page)).toHaveLength(1);

  await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
  await expect.poll(() => marked(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => marked(page)).toHaveLength(1);
});

test('nothing is offered in a text area, and what is typed in the box stays from the page', async ({
  keepsake,
}) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/typing`);
  await letIn(keepsake, panel, page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['keydown', 'keyup', 'beforeinput', 'input', 'textInput', 'copy', 'paste'])
      window.addEventListener(type, (event) => heard.push(event.type), { capture: true });
  });

  await page.locator('textarea').dblclick();
  await page.waitForFunction(() => getSelection()?.toString() !== '');
  await selectSentence(page);
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
  await untilClickable(page);
  const box = await page.evaluate(hostBox);
  if (box === null) throw new Error('There are no buttons.');
  await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  await page.keyboard.type('My own words');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Enter');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([]);
  expect(await listed(panel, page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

test('what a script selects is not offered', async ({ keepsake }) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/prose`);
  await letIn(keepsake, panel, page);
  await selectSentence(page);
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();

  await untilPressesAreOld(page);
  await selectByScript(page);
  await page.evaluate(() => getSelection()?.modify('extend', 'backward', 'word'));

  await expect.poll(() => page.evaluate(hostBox)).toBeNull();
});

const tricks: Record<string, (host: HTMLElement) => void> = {
  'the buttons see-through': (host) => host.style.setProperty('opacity', '0', 'important'),
  'the buttons elsewhere': (host) => host.style.setProperty('left', '300px', 'important'),
  'the page see-through': () => (document.documentElement.style.opacity = '0'),
  'the buttons see-through until they are pressed': (host) => {
    host.style.setProperty('opacity', '0', 'important');
    window.addEventListener('pointerdown', () =>
      host.style.setProperty('opacity', '1', 'important'),
    );
  },
};

for (const [name, trick] of Object.entries(tricks)) {
  test(`a page that makes ${name} gets nothing kept by a click`, async ({ keepsake }) => {
    const panel = await settle(keepsake);
    const page = await visit(keepsake, `${site.origin}/prose`);
    await letIn(keepsake, panel, page);
    await selectSentence(page);
    await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();

    await page.evaluate(`(${trick.toString()})(document.querySelector('html > div[popover]'))`);
    await pressKeep(page);

    await expect.poll(() => page.evaluate(hostBox)).toBeNull();
    expect(await listed(panel, page)).toEqual([]);
  });
}

test('a comment that is being written outlives the shortcut', async ({ keepsake }) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/prose`);
  await letIn(keepsake, panel, page);
  await selectSentence(page);
  await clickInBox(page, 'Note');
  await page.keyboard.type('My own');

  expect(await compose(keepsake, page)).toEqual({ isThere: true });
  await page.locator('p').click({ clickCount: 3 });
  expect(await compose(keepsake, page)).toEqual({ isThere: true });
  await page.keyboard.type(' words');
  await page.keyboard.press('Control+Enter');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await listed(panel, page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

test('a page that opens its document anew is given no comment to hear', async ({ keepsake }) => {
  const panel = await settle(keepsake);
  const page = await visit(keepsake, `${site.origin}/prose`);
  await letIn(keepsake, panel, page);
  await page.evaluate((html) => {
    document.open();
    document.write(html);
    document.close();
  }, paragraph);
  await selectSentence(page);

  expect(await compose(keepsake, page)).toEqual({ isThere: true });

  await expectInBox(page, 'Kept');
  expect(await listed(panel, page)).toMatchObject([{ quote: sentence, comment: null }]);
});

async function settle(keepsake: Keepsake): Promise<Page> {
  const welcome = await settleIn(keepsake, 'Reading');
  await welcome.close();
  return keepsake.openExtensionPage('/sidepanel.html');
}

/** Lets the script into the page as the panel does, after the click that lets the page be read. */
async function letIn(keepsake: Keepsake, panel: Page, page: Page): Promise<void> {
  await page.bringToFront();
  await keepsake.grantActiveTab(page);
  await expect.poll(() => ask(panel, page, 'highlights.draw')).toMatchObject({ ok: true });
}

/** The highlights of the page as the panel lists them. */
async function listed(panel: Page, page: Page): Promise<{ quote: string }[]> {
  const answer = await ask(panel, page, 'highlights.of-page');
  return (answer as { value: { highlights: { quote: string }[] } }).value.highlights;
}

/** What the background says to the page at the shortcut, on a site that is allowed. */
async function compose(keepsake: Keepsake, page: Page): Promise<unknown> {
  const worker = await keepsake.worker();
  return worker.evaluate(async (url) => {
    const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
    return chrome.tabs.sendMessage(tab?.id ?? 0, { command: 'marks.compose' });
  }, page.url());
}

/** The buttons were offered for a press; the next one is longer ago than what may count as its selection. */
async function untilPressesAreOld(page: Page): Promise<void> {
  const now = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 1200, now);
}

function ask(panel: Page, page: Page, name: string): Promise<unknown> {
  return panel.evaluate(
    async ([url, asked]) => {
      const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
      return chrome.runtime.sendMessage({
        keepsake: 'ask',
        requestId: 'r',
        name: asked,
        input: { tabId: tab?.id },
      });
    },
    [page.url(), name] as const,
  );
}

async function selectSentence(page: Page): Promise<void> {
  await page.bringToFront();
  await selectByHand(page, () => selectByScript(page));
}

async function selectByScript(page: Page): Promise<void> {
  await page.evaluate((words) => {
    const letters = (text: string) => text.replace(/\s/g, '');
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    const points = nodes.flatMap((node) =>
      node.data.split('').map((letter, offset) => ({ node, letter, offset })),
    );
    const text = points.map(({ letter }) => letter).join('');
    const start = points[text.indexOf(words)];
    const end = points[text.indexOf(words) + words.length - 1];
    if (start === undefined || end === undefined || letters(text) === '')
      throw new Error('Not there');
    getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
  }, sentence);
}

/** Presses the first button, which no script of a page can reach. */
async function pressKeep(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
  await untilClickable(page);
  const box = await page.evaluate(hostBox);
  if (box === null) throw new Error('There are no buttons.');
  await page.mouse.click(box.x + 26, box.y + box.height / 2);
}

/** Where the host of the buttons is; null while nothing is shown. */
function hostBox(): { x: number; y: number; width: number; height: number } | null {
  const host = document.querySelector('html > div[popover]');
  if (host === null || getComputedStyle(host).visibility === 'hidden') return null;
  const { x, y, width, height } = host.getBoundingClientRect();
  return width === 0 ? null : { x, y, width, height };
}

function marked(page: Page): Promise<string[]> {
  return page.evaluate(markedHere);
}

/** The letters under each mark that is drawn. */
function markedHere(): string[] {
  const drawn = CSS.highlights.get('keepsake-mark');
  return drawn === undefined
    ? []
    : Array.from(drawn, (range) => (range as Range).toString().replace(/\s/g, ''));
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  tabs: {
    query: (query: object) => Promise<{ id: number; url?: string }[]>;
    sendMessage: (tabId: number, message: object) => Promise<unknown>;
  };
};
