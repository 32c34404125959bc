/** What answers when a program asks the agent: quotations, a model of the owner's, or nothing. */
import { html } from 'hono/html';
import { getAgent, setAgent } from '../operations/ask.ts';
import type { Refusal } from '../refusal.ts';
import { textOf } from './form.ts';
import { formTokenField } from './layout.ts';
import { choice, field } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

interface Typed {
  readonly mode: string;
  readonly address: string;
  readonly model: string;
  readonly hasKey: boolean;
}

const modes = [
  {
    mode: 'quotation',
    label: 'Quotations',
    hint: 'The best sentences of your Memories, as they stand. Nothing leaves this service.',
  },
  {
    mode: 'model',
    label: 'A model of yours',
    hint: 'The question and the passages found for it are sent to the address below.',
  },
  { mode: 'off', label: 'Nothing', hint: 'Programs are told that the agent is off.' },
] as const;

/** `/app/agent`. */
export function openAgent(owner: OwnerApp): void {
  onGet(owner, '/app/agent', async (visit) => {
    const set = await visit.do(getAgent);
    if (!set.ok) return refusedPage(set.error);
    const { mode } = set.value;
    const known = mode === 'model' ? set.value : { address: '', model: '' };
    const hasKey = 'has_key' in set.value && set.value.has_key;
    return showAgent(visit, { mode, address: known.address, model: known.model, hasKey });
  });

  onPost(owner, '/app/agent', async (visit, form) => {
    const typed = {
      mode: textOf(form, 'mode'),
      address: textOf(form, 'address').trim(),
      model: textOf(form, 'model'),
      hasKey: false,
    };
    const key = textOf(form, 'key').trim();
    const { mode, address, model } = typed;
    const endpoint = { address, model, ...(key === '' ? {} : { key }) };
    const settings = mode === 'model' ? { mode, ...endpoint } : { mode };
    const set = await visit.do(setAgent, settings);
    return set.ok ? redirect('/app/agent', 'agent-changed') : showAgent(visit, typed, set.error);
  });
}

function showAgent(visit: Visit, typed: Typed, refusal?: Refusal): Promise<Response> {
  const { mode, address, model, hasKey } = typed;
  const body = html`<h1>Agent</h1>
    <p class="lead">
      What answers when a program asks a question of your memory. Answers always name their sources.
    </p>
    <div class="card">
      <form method="post" action="/app/agent" class="fields">
        ${formTokenField(visit.session)}
        <fieldset class="choices">
          <legend class="label">Questions are answered by</legend>
          ${modes.map(({ mode: value, label, hint }) =>
            choice({ type: 'radio', name: 'mode', value, label, hint, isChecked: value === mode }),
          )}
        </fieldset>
        <fieldset class="choices inner fields">
          <legend class="label">The model</legend>
          ${field({
            name: 'address',
            label: 'Address of the endpoint',
            type: 'url',
            value: address,
            maxLength: 2048,
            placeholder: 'http://127.0.0.1:11434/v1',
            hint: 'It speaks the protocol of OpenAI’s chat completions, as Ollama and llama.cpp do.',
          })}
          ${field({ name: 'model', label: 'Name of the model', value: model, maxLength: 200 })}
          ${field({
            name: 'key',
            label: 'Key (if it asks for one)',
            type: 'password',
            hint: hasKey
              ? 'A key is stored. It is not shown; type it again to keep it when you save.'
              : 'It is stored here to be sent, and never shown again.',
          })}
        </fieldset>
        <div class="row"><button class="button" data-look="primary">Save</button></div>
      </form>
    </div>`;
  const shown = { section: 'agent', title: 'Agent', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}
