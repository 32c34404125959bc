// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Heard = (message: unknown, sender: object, answer: (value: unknown) => void) => unknown;

const runtime = vi.hoisted(() => ({
  id: 'keepsake' as string | undefined,
  sendMessage: async (_message: unknown): Promise<unknown> => undefined,
  heard: new Set<Heard>(),
  onMessage: {
    addListener: (listener: Heard) => runtime.heard.add(listener),
    removeListener: (listener: Heard) => runtime.heard.delete(listener),
  },
}));
vi.stubGlobal('chrome', { runtime });
vi.mock('../async/sleep.ts', () => ({ sleep: async () => undefined }));

async function freshLink() {
  vi.resetModules();
  return import('./page-client.ts');
}

function answering(...answers: unknown[]) {
  const sent: unknown[] = [];
  runtime.sendMessage = async (message) => {
    sent.push(message);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return sent;
}

beforeEach(() => {
  runtime.id = 'keepsake';
  runtime.heard.clear();
});

const listed = { ok: true, value: { marks: [] } };
const refusal = (retryable: boolean) => ({
  ok: false,
  error: { code: 'message.refused', message: 'No.', retryable },
});

describe('createPageAsk', () => {
  it('returns the parsed response, even if the background stopped during the first attempt', async () => {
    const { createPageAsk } = await freshLink();
    const sent = answering(new Error('The port closed.'), undefined, listed);

    expect(await createPageAsk()('highlights.list', {})).toEqual(listed);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1);
    expect(sent[0]).toMatchObject({ keepsake: 'page-ask', name: 'highlights.list', input: {} });
  });

  it('gives up after a limited number of attempts', async () => {
    const { createPageAsk } = await freshLink();
    const sent = answering(undefined);

    expect(await createPageAsk()('highlights.list', {})).toMatchObject({
      ok: false,
      error: { code: 'message.unanswered' },
    });
    expect(sent).toHaveLength(5);
  });

  it('rejects a malformed response', async () => {
    const { createPageAsk } = await freshLink();
    answering({ ok: true, value: { marks: [{ id: 1 }] } });

    expect(await createPageAsk()('highlights.list', {})).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
  });

  it('sends nothing once the extension is gone', async () => {
    const { createPageAsk, isConnected } = await freshLink();
    const sent = answering(listed);
    runtime.id = undefined;

    expect(await createPageAsk()('highlights.list', {})).toMatchObject({
      ok: false,
      error: { code: 'message.unanswered' },
    });
    expect(isConnected()).toBe(false);
    expect(sent).toEqual([]);
  });

  it.each([
    ['a permanent refusal', false, false],
    ['a temporary refusal', true, true],
  ])('is connected or not after %s', async (_, retryable, expected) => {
    const { createPageAsk, isConnected } = await freshLink();
    answering(refusal(retryable));

    await createPageAsk()('highlights.list', {});

    expect(isConnected()).toBe(expected);
  });

  it('waits until a prerendered page is shown', async () => {
    const { createPageAsk } = await freshLink();
    const sent = answering(listed);
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    const asked = createPageAsk()('highlights.list', {});
    await Promise.resolve();
    expect(sent).toEqual([]);

    Object.defineProperty(document, 'prerendering', { value: false, configurable: true });
    document.dispatchEvent(new Event('prerenderingchange'));

    expect(await asked).toEqual(listed);
  });

  it('creates ids on pages without randomUUID', async () => {
    const { newPageId } = await freshLink();

    expect(newPageId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  });
});

describe('onPageCommand', () => {
  const command = { command: 'highlights.refresh' };

  it('handles commands and responds with the listener’s result', async () => {
    const { onPageCommand } = await freshLink();
    const stop = onPageCommand(() => Promise.resolve('done'));

    const [heard] = runtime.heard;
    const answered = new Promise((answer) => {
      expect(heard?.(command, { id: 'keepsake' }, answer)).toBe(true);
    });
    expect(await answered).toBe('done');
    stop();

    expect(runtime.heard.size).toBe(0);
  });

  it.each([
    ['from another extension', command, { id: 'other' }],
    ['from a page in a tab', command, { id: 'keepsake', tab: { id: 7 } }],
    ['that is malformed', { command: 'marks.steal' }, { id: 'keepsake' }],
  ])('ignores a command %s', async (_, message, sender) => {
    const { onPageCommand } = await freshLink();
    const listener = vi.fn<() => undefined>(() => undefined);
    const answer = vi.fn<(value: unknown) => void>();
    onPageCommand(listener);

    const [heard] = runtime.heard;
    expect(heard?.(message, sender, answer)).toBeUndefined();

    expect(answer).not.toHaveBeenCalled();
    expect(listener).not.toHaveBeenCalled();
  });
});
