/** Reads a chat with an assistant: who said what, in order. */
import { bodyOf } from '../element-kinds.ts';
import { assistantNames, chatBuilds, type ChatBuild } from './chat-builds.ts';
import { ownParts } from './post-parts.ts';
import { writeSections, type Section, type SpecialContent } from './sections.ts';

/** Gives the chat of a page; null where not both of its speakers are marked. */
export function chatOf(snapshot: Document, url: string): SpecialContent | null {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  for (const build of chatBuilds) {
    if (body.querySelector(build.mark) === null) continue;
    const turns = turnsOf(body, build);
    const speakers = new Set(turns.map((turn) => turn.matches(build.person)));
    if (speakers.size < 2) continue;
    const sections = sectionsOf(turns, build, nameOf(snapshot, url));
    if (sections.length < 2) continue;
    const content = writeSections(snapshot, sections);
    return { content, kind: 'chat', extractor: 'conversation', isPartial: isPartial(body) };
  }
  return null;
}

/** The outermost of the marked elements: some mark a turn and each message in it. */
function turnsOf(body: Element, { turns }: ChatBuild): Element[] {
  return Array.from(body.querySelectorAll(turns)).filter(
    (turn) => turn.parentElement?.closest(turns) == null && turn.textContent.trim() !== '',
  );
}

/** One section for all that a speaker says in a row: an answer may come in several messages. */
function sectionsOf(turns: readonly Element[], build: ChatBuild, assistant: string): Section[] {
  const sections: { name: string; bodies: Element[] }[] = [];
  for (const turn of turns) {
    const name = turn.matches(build.person) ? 'You' : assistant;
    const said = build.body === null ? [] : ownParts(turn, build.turns, build.body);
    const bodies = said.some((each) => each.textContent.trim() !== '') ? said : [turn];
    const last = sections.at(-1);
    if (last?.name === name) last.bodies.push(...bodies);
    else sections.push({ name, bodies: [...bodies] });
  }
  return sections.map((section) => ({ ...section, notes: [], remarks: [] }));
}

function nameOf(snapshot: Document, url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  const site = snapshot.querySelector(
    'meta[property="og:site_name"], meta[name="application-name"]',
  );
  const stated = site?.getAttribute('content')?.trim() ?? '';
  const known = Object.hasOwn(assistantNames, host) ? assistantNames[host] : undefined;
  return known ?? (stated === '' || stated.length > 40 ? 'Assistant' : stated);
}

/**
 * Long chats draw only the turns near the window. Their numbers tell (ChatGPT's `conversation-turn-N`, 2026-07;
 * `aria-posinset` of ARIA's feeds and lists): they do not begin at the first, or leave some out.
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
