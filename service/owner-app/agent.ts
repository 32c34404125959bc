/** What answers when a program asks the agent: quotations, a model of the owner's, or nothing. */
import { html } from 'hono/html';
import { getAgent, setAgentKeepingKey } from '../operations/ask.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isLeftEmpty, leftEmpty, textOf } from './form.ts';
import { formTokenField } from './layout.ts';
import { choice, field } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

interface Typed {
  readonly mode: string;
  readonly address: string;
  readonly model: string;
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
    return showAgent(visit, { mode, address: known.address, model: known.model });
  });

  onPost(owner, '/app/agent', async (visit, form) => {
    const typed = {
      mode: textOf(form, 'mode'),
      address: textOf(form, 'address').trim(),
      model: textOf(form, 'model'),
    };
    const isKeyForgotten = form.has('forget_key');
    const settings = settingsIn(typed, textOf(form, 'key').trim(), isKeyForgotten);
    const set = settings.ok
      ? await visit.do(setAgentKeepingKey, { settings: settings.value, isKeyForgotten })
      : settings;
    if (!set.ok) return showAgent(visit, typed, set.error);
    return redirect('/app/agent', set.value.is_key_gone ? 'agent-key-gone' : 'agent-changed');
  });
}

/** Refuses by the labels that stand on the page. */
function settingsIn(
  { mode, address, model }: Typed,
  key: string,
  isKeyForgotten: boolean,
): Result<object, Refusal> {
  if (mode !== 'model') {
    return modes.some((known) => known.mode === mode)
      ? ok({ mode })
      : refuse('invalid', 'Choose by what questions are answered.');
  }
  if (address === '') {
    return leftEmpty('Address of the endpoint', 'Type where the model listens.');
  }
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    const example = 'such as http://127.0.0.1:11434/v1.';
    return refuse('invalid', `“Address of the endpoint” has to be a web address, ${example}`);
  }
  if (isLeftEmpty(model)) {
    return leftEmpty('Name of the model', 'Type the name that the endpoint knows it by.');
  }
  if (key !== '' && isKeyForgotten) {
    return refuse('invalid', 'You typed a key, and ticked “Forget the key” as well. Which is it?');
  }
  if (/[^!-~]/.test(key)) {
    const found = 'holds a space or a letter that no key has.';
    return refuse('invalid', `“Key (if it asks for one)” ${found} Copy it once more.`);
  }
  return ok({ mode, address, model, ...(key === '' ? {} : { key }) });
}

async function showAgent(visit: Visit, typed: Typed, refusal?: Refusal): Promise<Response> {
  const { mode, address, model } = typed;
  const stored = await visit.do(getAgent);
  const hasKey = stored.ok && 'has_key' in stored.value && stored.value.has_key;
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
              ? 'A key is stored, and never shown. Left empty, it stays; it goes with the address it is for.'
              : 'It is stored here to be sent, and never shown again.',
          })}
          ${
            hasKey
              ? choice({
                  type: 'checkbox',
                  name: 'forget_key',
                  value: 'yes',
                  label: 'Forget the key',
                  isChecked: false,
                })
              : ''
          }
        </fieldset>
        <div class="row"><button class="button" data-look="primary">Save</button></div>
      </form>
    </div>`;
  const shown = { section: 'agent', title: 'Agent', body } as const;
  return refusal === undefined ? visit.show(shown) : visit.showRefusal(refusal, shown);
}
