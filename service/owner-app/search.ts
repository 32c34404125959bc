import { html } from 'hono/html';
import { matchRanges } from '../../lib/text/search-terms.ts';
import { search } from '../operations/search.ts';
import type { DescribedHit } from '../search/search-memories.ts';
import type { Html } from './layout.ts';
import { memoriesOf, type OwnMemory } from './memories.ts';
import { empty, linked, named, namedAll, select, time } from './components.ts';
import { onGet, type OwnerApp, type Visit } from './visit.ts';

export function addSearchPage(owner: OwnerApp): void {
  onGet(owner, '/app/search', async (visit) => {
    const q = visit.request.query('q')?.trim() ?? '';
    const container = visit.request.query('memory') ?? '';
    const form = searchForm(await memoriesOf(visit), { q, container });
    if (q === '') {
      const intro = empty('Search your library', 'Enter words you remember from a page or note.');
      return visit.show({ section: 'search', body: html`${form}${intro}` });
    }
    const found = await visit.do(search, { q, ...(container === '' ? {} : { container }) });
    if (!found.ok) return visit.show({ section: 'search', body: form }, found.error);
    const { results, containers } = found.value;
    const failed = containers.filter((each) => 'error' in each).map(({ name }) => name);
    const body = html`${form}
    ${
      failed.length === 0
        ? ''
        : html`<p class="notice" data-tone="bad" role="alert">
            Couldn’t search these Memories: ${namedAll(failed)}.
          </p>`
    }
    ${
      results.length === 0
        ? empty('No results', 'Try fewer or different words. New pages appear once indexed.')
        : html`<ol class="hits">
            ${results.map((hit) => resultOf(visit, hit, q))}
          </ol>`
    }`;
    return visit.show({ section: 'search', body });
  });
}

function searchForm(
  memories: readonly OwnMemory[],
  { q, container }: { readonly q: string; readonly container: string },
): Html {
  return html`<form method="get" action="/app/search" role="search" class="search">
    <label class="field grow"
      ><span class="visually-hidden">Search</span
      ><input
        class="input"
        type="search"
        dir="auto"
        name="q"
        value="${q}"
        placeholder="Search everything you saved"
    /></label>
    ${select({
      name: 'memory',
      label: html`<span class="visually-hidden">Memory</span>`,
      options: [['', 'All Memories'], ...memories.map(({ id, name }) => [id, name] as const)],
      selected: container,
    })}
    <button class="button" data-look="primary">Search</button>
  </form>`;
}

function resultOf({ now }: Visit, hit: DescribedHit, q: string): Html {
  const name = named(hit.title ?? hit.url ?? ('memory_id' in hit ? 'Note' : 'Untitled'));
  return html`<li class="hit">
    <h2 class="item-title">${linked(name, hit.url)}</h2>
    <p class="quote" dir="auto">${withMatches(hit.content, q)}</p>
    <p class="item-facts">
      <a class="chip" href="/app/memories/${hit.container}">${named(hit.container_name)}</a> Saved
      ${time(hit.saved_at, now)}
    </p>
  </li>`;
}

function withMatches(text: string, q: string): Html {
  const pieces: (Html | string)[] = [];
  let at = 0;
  for (const [start, end] of matchRanges(text, q)) {
    pieces.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${[...pieces, text.slice(at)]}`;
}
