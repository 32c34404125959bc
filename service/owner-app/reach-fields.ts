/** The fields in which an owner says what a key or a client may reach and read besides. */
import { html } from 'hono/html';
import type { Html } from './layout.ts';
import { choice } from './parts.ts';

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
                label: name,
                isChecked: ticked.includes(id),
              }),
            )
      }
    </div>
  </fieldset>`;
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
