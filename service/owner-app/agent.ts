import { html } from 'hono/html';
import { ok, type Result } from '../../lib/contract/result.ts';
import { getAgent, setAgentKeepingKey } from '../operations/agent.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { isBlank, required, textOf } from './forms.ts';
import { refusedPage, type Html } from './layout.ts';
import { choice, choices, field, postForm, radios } from './components.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

type Entered = Readonly<Record<'mode' | 'address' | 'model', string>>;

const modes = {
  quotation: {
    label: 'Quotes',
    hint: 'Quotes the best matching sentences from your library. Nothing leaves this service.',
  },
  model: {
    label: 'A model',
    hint: 'Sends the question and the matching passages to the endpoint below.',
  },
  off: { label: 'Off', hint: 'Questions aren’t answered.' },
};

const labels = {
  mode: 'Answer questions with',
  address: 'Endpoint',
  model: 'Model name',
  key: 'API key (optional)',
  removeKey: 'Remove the stored key',
} as const;

export function addAgentPage(owner: OwnerApp): void {
  onGet(owner, '/app/agent', (visit) => showAgent(visit));

  onPost(owner, '/app/agent', async (visit, form) => {
    const entered = {
      mode: textOf(form, 'mode'),
      address: textOf(form, 'address').trim(),
      model: textOf(form, 'model'),
    };
    const isKeyForgotten = form.has('forget_key');
    const settings = settingsIn(entered, textOf(form, 'key').trim(), isKeyForgotten);
    const set = settings.ok
      ? await visit.do(setAgentKeepingKey, { settings: settings.value, isKeyForgotten })
      : settings;
    if (!set.ok) return showAgent(visit, entered, set.error);
    return redirect('/app/agent', set.value.is_key_gone ? 'agent-key-gone' : 'agent-changed');
  });
}

const LOCAL_EXAMPLE = 'http://127.0.0.1:11434/v1';

/** Checks the form here rather than with the operation's schema, so that errors name the labels on the page. */
function settingsIn(
  { mode, address, model }: Entered,
  key: string,
  isKeyForgotten: boolean,
): Result<object, Refusal> {
  if (mode !== 'model') {
    return Object.hasOwn(modes, mode)
      ? ok({ mode })
      : refuse('invalid', `Choose an option under “${labels.mode}”.`);
  }
  if (address === '') return required(labels.address, 'Enter the address of the model’s API.');
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    return refuse(
      'invalid',
      `“${labels.address}” must be a web address, such as ${LOCAL_EXAMPLE}.`,
    );
  }
  if (isBlank(model)) return required(labels.model, 'Enter the name the endpoint uses for it.');
  if (key !== '' && isKeyForgotten) {
    return refuse(
      'invalid',
      `You entered a key and also ticked “${labels.removeKey}”. Choose one of the two.`,
    );
  }
  if (/[^!-~]/.test(key)) {
    return refuse(
      'invalid',
      `“${labels.key}” contains a space or a special character. Copy the key again.`,
    );
  }
  return ok({ mode, address, model, ...(key === '' ? {} : { key }) });
}

/** Shows the stored settings, or what was entered if it was refused. */
async function showAgent(visit: Visit, entered?: Entered, refusal?: Refusal): Promise<Response> {
  const stored = await visit.do(getAgent);
  if (!stored.ok) return refusedPage(stored.error);
  const known = { address: '', model: '', has_key: false, ...stored.value };
  const body = html`<p class="lead">
      Choose how questions about your library are answered. Answers always name their sources.
    </p>
    <div class="card">
      ${postForm(visit.session, {
        action: '/app/agent',
        fields: agentFields(entered ?? known, {
          hasKey: known.has_key,
          isOperator: visit.account.operator,
        }),
        submit: 'Save',
      })}
    </div>`;
  return visit.show({ section: 'agent', body }, refusal);
}

function agentFields(
  { mode, address, model }: Entered,
  { hasKey, isOperator }: Record<'hasKey' | 'isOperator', boolean>,
): Html {
  return html`${choices(labels.mode, radios('mode', modes, mode))}
    <fieldset class="choices inner fields">
      <legend class="label">Model</legend>
      ${field({
        name: 'address',
        label: labels.address,
        type: 'url',
        value: address,
        maxLength: 2048,
        placeholder: isOperator ? LOCAL_EXAMPLE : 'https://models.example/v1',
        hint: 'Any OpenAI-compatible API, such as Ollama or llama.cpp.',
      })}
      ${field({ name: 'model', label: labels.model, value: model, maxLength: 200 })}
      ${field({
        name: 'key',
        label: labels.key,
        type: 'password',
        hint: hasKey
          ? 'A key is stored. Leave this empty to keep it. Changing the endpoint removes it.'
          : 'Stored on this service and never shown again.',
      })}
      ${hasKey ? choice({ name: 'forget_key', label: labels.removeKey, isChecked: false }) : ''}
    </fieldset>`;
}
