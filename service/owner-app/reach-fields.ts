/** The fields in which an owner says what a key or a client may reach and read besides. */
import { html } from 'hono/html';
import { err, ok, type Result } from '../../lib/contracts/result.ts';
import type { Html } from './layout.ts';
import { choice, named } from './parts.ts';

export interface ReachFields {
  readonly memories: readonly { readonly id: string; readonly name: string }[];
  readonly isAll: boolean;
  /** Ids of those ticked so far. */
  readonly ticked: readonly string[];
  /** Name of the field that holds each chosen Memory's id. */
  readonly memoryField: string;
}

/** Draws the choice between all Memories and some. */
export function reachFields({ memories, isAll, ticked, memoryField }: ReachFields): Html {
  return html`<fieldset class="choices">
    <legend class="label">It reaches</legend>
    ${choice({
      type: 'radio',
      name: 'reach',
      value: 'all',
      label: 'All Memories',
      hint: 'Those to come as well.',
      isChecked: isAll,
    })}
    ${choice({
      type: 'radio',
      name: 'reach',
      value: 'some',
      label: 'Only these',
      isChecked: !isAll,
    })}
    <div class="choices inner">
      ${
        memories.length === 0
          ? html`<p class="hint">There is no Memory yet.</p>`
          : memories.map(({ id, name }) =>
              choice({
                type: 'checkbox',
                name: memoryField,
                value: id,
                label: named(name),
                isChecked: ticked.includes(id),
              }),
            )
      }
    </div>
  </fieldset>`;
}

type ReachAnswer = Pick<ReachFields, 'memoryField'> & {
  readonly memories: readonly { readonly id: string }[];
};

/** Reads the choice. Two answers that contradict each other are asked again, rather than the wider one taken. */
export function reachIn(
  form: URLSearchParams,
  { memories, memoryField }: ReachAnswer,
): Result<'all' | string[], string> {
  const ticked = form.getAll(memoryField);
  switch (form.get('reach')) {
    case 'all':
      return ticked.length === 0
        ? ok('all')
        : err('You chose “All Memories”, and ticked single ones as well. Which is it?');
    case 'some': {
      const chosen = memories.map(({ id }) => id).filter((id) => ticked.includes(id));
      return chosen.length > 0
        ? ok(chosen)
        : err('You chose “Only these”, and ticked none. Tick at least one Memory.');
    }
    default:
      return err('Choose what it reaches: “All Memories”, or “Only these”.');
  }
}

/** Draws the box that lets the profile be read. */
export function profileChoice(isChecked: boolean): Html {
  return choice({
    type: 'checkbox',
    name: 'profile',
    value: 'yes',
    label: 'Read the profile',
    hint: 'Your standing facts, and what is current by your notes.',
    isChecked,
  });
}
