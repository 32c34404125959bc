/** Texts from a service that would do harm if treated as more than text. */
import type { Answers } from './hostile-service.ts';

/**
 * Returns a text that is harmful as markup, is long and unbreakable, and reverses the direction of
 * what follows.
 */
function unruly(name: string): string {
  const markup =
    '<img src=x onerror="wasRun()"><script>wasRun()</script><svg onload="wasRun()"></svg>' +
    '<iframe srcdoc="<script>parent.wasRun()</script>"></iframe><a href="javascript:wasRun()">x</a>' +
    '[x](javascript:wasRun()) ![x](x" onerror="wasRun()) <style>*{display:none}</style>';
  const characters = '\u202E\u2066\u200B\u200D\uFEFF\u0000\uD800';
  return `${name}: ${markup} ${characters} ${'W'.repeat(100_000)}`;
}

export const unrulyAnswers: Answers = {
  'GET /v1/containers': { containers: [{ id: 'm1', name: unruly('memory-name') }] },
  'POST /v1/search': {
    results: ['javascript:wasRun()', 'data:text/html,<script>wasRun()</script>'].map((address) => ({
      container_name: unruly('hit-memory'),
      title: unruly('hit-title'),
      content: unruly('hit-passage: violet barometer'),
      url: address,
      custom_id: address,
      document_id: unruly('id'),
      saved_at: unruly('saved'),
    })),
    containers: [
      { name: unruly('answering') },
      { name: unruly('silent-memory'), error: { message: unruly('silent-reason') } },
    ],
  },
  'POST /v1/ask': {
    answer: unruly('answer'),
    sources: [
      {
        container_name: unruly('source-memory'),
        title: unruly('source-title'),
        content: unruly('source'),
        url: 'javascript:wasRun()',
      },
    ],
  },
  'GET /v1/profile': {
    static: [unruly('standing'), { content: unruly('standing'), saved_at: unruly('saved') }],
    dynamic: [{ content: unruly('current'), container_name: unruly('fact-memory') }],
  },
  'GET /v1/rules': { rules: [{ content: unruly('rule') }] },
  'DELETE /v1/documents/*': { status: 'confirmation_required', message: unruly('sentence') },
};

export function errorOf(code: string, name: string) {
  return { code, message: unruly(name), trace_id: unruly(`${name}-trace`), retryable: false };
}
