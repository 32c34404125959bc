import { collapsedAttribute } from '../elements.ts';
import { coverPage, partsIn, type PartsOf } from './posts.ts';
import type { Conversation, Section } from './sections.ts';

/** Reads a chat; null unless turns of both speakers are marked. */
export function chatOf(body: Element, url: string): Conversation | null {
  const snapshot = body.ownerDocument;
  for (const markup of chatMarkups) {
    if (body.querySelector(markup.marker) === null) continue;
    const turns = turnsOf(body, markup);
    const speakers = new Set(turns.map((turn) => turn.matches(markup.userTurn)));
    if (speakers.size < 2) continue;
    const partsOf = partsIn(body, markup.turns);
    const sections = sectionsOf(turns, markup, {
      partsOf,
      assistant: assistantNameOf(snapshot, url),
    });
    if (sections.length < 2) continue;
    if (markup.isCommon === true && !coverPage(body, sections)) continue;
    return { kind: 'chat', sections, isPartial: isPartial(body) };
  }
  return null;
}

/** Returns only outermost turns, because some sites mark a turn and each message in it. */
function turnsOf(body: Element, { turns }: ChatMarkup): Element[] {
  return Array.from(body.querySelectorAll(turns)).filter(
    (turn) =>
      turn.parentElement?.closest(turns) == null &&
      turn.textContent.trim() !== '' &&
      // Another version of an edited turn.
      turn.closest(`[${collapsedAttribute}]`) === null,
  );
}

/** An answer may span several messages, so consecutive turns of one speaker are merged. */
function sectionsOf(
  turns: readonly Element[],
  markup: ChatMarkup,
  { partsOf, assistant }: { partsOf: PartsOf; assistant: string },
): Section[] {
  const sections: { name: string; bodies: Element[] }[] = [];
  for (const turn of turns) {
    const name = turn.matches(markup.userTurn) ? 'You' : assistant;
    const textParts = markup.body === null ? [] : partsOf(turn, markup.body);
    const bodies = textParts.some((each) => each.textContent.trim() !== '') ? textParts : [turn];
    const last = sections.at(-1);
    if (last?.name === name) last.bodies.push(...bodies);
    else sections.push({ name, bodies: [...bodies] });
  }
  return sections.map((section) => ({ ...section, notes: [], comments: [] }));
}

function assistantNameOf(snapshot: Document, url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const site = snapshot.querySelector(
    'meta[property="og:site_name"], meta[name="application-name"]',
  );
  const siteName = site?.getAttribute('content')?.trim() ?? '';
  const known = Object.hasOwn(assistantNames, host) ? assistantNames[host] : undefined;
  return known ?? (siteName === '' || siteName.length > 40 ? 'Assistant' : siteName);
}

/**
 * Long chats render only the turns near the viewport. The chat is partial if its numbering (ChatGPT's
 * `conversation-turn-N`, 2026-07; `aria-posinset` in ARIA feeds and lists) starts late or has gaps.
 */
function isPartial(body: Element): boolean {
  const numbered = Array.from(
    body.querySelectorAll('[data-testid^="conversation-turn-"], [role=article][aria-posinset]'),
  );
  const numbers = numbered
    .map((turn) => turn.getAttribute('aria-posinset') ?? turn.getAttribute('data-testid') ?? '')
    .map((text) => Number(/\d+$/.exec(text)?.[0]));
  const [first] = numbers;
  if (first === undefined || numbers.some(Number.isNaN)) return false;
  return first > 2 || numbers.some((number, at) => number - first !== at);
}

type ChatMarkup = {
  /** Searched for first, because that's cheaper than searching for turns. */
  marker: string;
  turns: string;
  userTurn: string;
  /** Null if turns contain only their text. */
  body: string | null;
  /** Whether pages that aren't chats use these names too, such as in an example. */
  isCommon?: boolean;
};

/** Attributes that name the speaker on various sites; a page uses one of them. */
const roleAttributes = [
  // ChatGPT and its clones (2026-07: still present after other markup changed, OpenCLI pull 2092).
  'data-message-author-role',
  // ChatGPT turns that contain no message element (2026-03, SyncNos pull 286).
  'data-turn',
  'data-message-role',
  'data-author-role',
  'data-message-author',
  'data-role',
  'data-author',
  'data-sender',
  'data-speaker',
];

const userRoles = ['user', 'human', 'you'];
const assistantRoles = ['assistant', 'model', 'bot', 'ai'];
const userClasses = ['user-message', 'message-user', 'human-message'];
const assistantClasses = [
  'assistant-message',
  'message-assistant',
  'bot-message',
  'message-bot',
  'ai-message',
];
const textSelector = '.markdown, .prose, .whitespace-pre-wrap';

/** Tried in order, with the date and source of the last confirmed match. */
const chatMarkups: readonly ChatMarkup[] = [
  ...roleAttributes.map((name) => ({
    marker: `[${name}]`,
    turns: withRole(name, [...userRoles, ...assistantRoles]),
    userTurn: withRole(name, userRoles),
    body: textSelector,
  })),
  {
    // Claude (2026-05, OpenCLI pull 1252 and claude-export pull 12): user turns have a test id.
    marker: '[data-testid=user-message]',
    turns: '[data-testid=user-message], .font-claude-response',
    userTurn: '[data-testid=user-message]',
    body: '.standard-markdown, .progressive-markdown',
  },
  {
    // Gemini (2026-08, Defuddle 0.19.4): custom elements.
    marker: 'user-query',
    turns: 'user-query, model-response',
    userTurn: 'user-query',
    body: '.query-text, message-content .markdown, .model-response-text .markdown',
  },
  {
    // Any chat with the ARIA role `log` that names the speakers in labels (2026-11).
    marker: '[role=log]',
    turns: '[role=log] [aria-label^="You said" i], [role=log] [aria-label*=" said" i]',
    userTurn: '[aria-label^="You said" i]',
    body: null,
  },
  {
    // Chat widgets and small clients without roles (2026-11, names used by several of them).
    marker: classNames(userClasses),
    turns: classNames([...userClasses, ...assistantClasses]),
    userTurn: classNames(userClasses),
    body: `${textSelector}, [class*=message-content], [class*=message-text], [class*=message-body]`,
    isCommon: true,
  },
];

function classNames(names: readonly string[]): string {
  return names.map((name) => `.${name}`).join(', ');
}

function withRole(name: string, roles: readonly string[]): string {
  return roles.map((role) => `[${name}="${role}"]`).join(', ');
}

/** Names of the assistants on these hosts (2026-11). */
const assistantNames: Readonly<Record<string, string>> = {
  'chatgpt.com': 'ChatGPT',
  'chat.openai.com': 'ChatGPT',
  'claude.ai': 'Claude',
  'gemini.google.com': 'Gemini',
  'aistudio.google.com': 'Gemini',
  'copilot.microsoft.com': 'Copilot',
  'chat.deepseek.com': 'DeepSeek',
  'chat.mistral.ai': 'Le Chat',
  'grok.com': 'Grok',
};
