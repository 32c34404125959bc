/** The page for what the app does not take. */
import { html } from 'hono/html';
import { envelope, type Refusal } from '../refusal.ts';
import { page } from './layout.ts';

/** Shown where a form is not taken: it is not the app's own, or too old, or broken. */
export function refusedPage(refusal?: Refusal): Promise<Response> {
  const title = refusal?.kind === 'unknown' ? 'It is not here' : 'Nothing was done';
  return page({
    title,
    status: refusal === undefined ? 403 : envelope(refusal, '').status,
    body: html`<h1>${title}</h1>
      <p>
        ${refusal?.message ?? 'This form is not one of this page, or you have signed in anew since.'}
      </p>
      <p><a class="button" data-look="primary" href="/app/memories">Back to your Memories</a></p>`,
  });
}
