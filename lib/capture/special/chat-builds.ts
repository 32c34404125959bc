/** How chats with an assistant mark whose turn is whose. */

export type ChatBuild = {
  /** What a page has that holds such a chat, among others: told at less cost than its turns. */
  mark: string;
  /** Every turn, in the order of the page. */
  turns: string;
  /** Says which of them are the person's. */
  person: string;
  /** Within a turn, its words, where the turn holds more than those. */
  body: string | null;
};

/** Attributes that name the speaker, whatever the site; one page uses one of them. */
const roleAttributes = [
  // ChatGPT, and those built after it (2026-07: still there where its other marks had changed, OpenCLI pull 2092).
  'data-message-author-role',
  // Turns of ChatGPT that hold no message of their own (2026-03, SyncNos pull 286).
  'data-turn',
  'data-message-role',
  'data-author-role',
  'data-message-author',
  'data-role',
  'data-author',
  'data-sender',
  'data-speaker',
];

const persons = ['user', 'human', 'you'];
const assistants = ['assistant', 'model', 'bot', 'ai'];

const words = '.markdown, .prose, .whitespace-pre-wrap';

/** Tried from the first to the last; each with when it was last believed true, and why. */
export const chatBuilds: readonly ChatBuild[] = [
  ...roleAttributes.map((name) => ({
    mark: `[${name}]`,
    turns: withRole(name, [...persons, ...assistants]),
    person: withRole(name, persons),
    body: words,
  })),
  {
    // Claude (2026-05, OpenCLI pull 1252, and claude-export pull 12): the person's turn by a name for tests.
    mark: '[data-testid=user-message]',
    turns: '[data-testid=user-message], .font-claude-response',
    person: '[data-testid=user-message]',
    body: '.standard-markdown, .progressive-markdown',
  },
  {
    // Gemini (2026-08, Defuddle 0.19.4): elements of its own.
    mark: 'user-query',
    turns: 'user-query, model-response',
    person: 'user-query',
    body: '.query-text, message-content .markdown, .model-response-text .markdown',
  },
  {
    // Any chat that numbers its turns and names the speakers in a label (WAI-ARIA's log, 2026-11).
    mark: '[role=log]',
    turns: '[role=log] [aria-label^="You said" i], [role=log] [aria-label*=" said" i]',
    person: '[aria-label^="You said" i]',
    body: null,
  },
];

function withRole(name: string, roles: readonly string[]): string {
  return roles.map((role) => `[${name}="${role}"]`).join(', ');
}

/** The names by which the assistants of these hosts call themselves (2026-11). */
export const assistantNames: Readonly<Record<string, string>> = {
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
