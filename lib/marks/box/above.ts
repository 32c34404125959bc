/**
 * What a page shows above everything beside the box, for a browser that does not tell what can be seen. All else that a
 * page can draw lies under the box; which of two that are above everything lies over the other, nobody is told.
 */

/** Between two looks, by chance, so that nothing can come and go between all of them. */
const lookMs = { least: 40, most: 120 } as const;

/** Looking takes a twentieth of the time at most, however large the page is. */
const restFactor = 20;

export type Watch = {
  /** Looks now, and not only when it is time to. */
  look: () => void;
  end: () => void;
};

/** Says whether the page shows nothing else above everything, at first and whenever that changes. */
export function watchAbove(host: Element, onChange: (isAlone: boolean) => void): Watch {
  const window = host.ownerDocument.defaultView ?? globalThis.window;
  let last: boolean | null = null;
  let timer: number | undefined;
  lookOn();

  function look(): void {
    const isAlone = rootsIn(host.ownerDocument).every((root) => isAloneIn(root, host));
    if (isAlone === last) return;
    last = isAlone;
    onChange(isAlone);
  }

  function lookOn(): void {
    const began = window.performance.now();
    look();
    const rest = (window.performance.now() - began) * restFactor;
    const chance = lookMs.least + Math.random() * (lookMs.most - lookMs.least);
    timer = window.setTimeout(lookOn, Math.max(chance, rest));
  }

  return { look, end: () => window.clearTimeout(timer) };
}

/** The box itself and the dialog that it stands in lie over nothing of it. */
function isAloneIn(root: Root, host: Element): boolean {
  return [...root.querySelectorAll(':popover-open, :modal, :fullscreen')].every(
    (element) => element.contains(host) || !element.checkVisibility(),
  );
}

type Root = Document | ShadowRoot;

function rootsIn(root: Root): Root[] {
  const inner = [...root.querySelectorAll('*')].flatMap((element) => shadowOf(element) ?? []);
  return [root, ...inner.flatMap(rootsIn)];
}

/** Firefox gives closed ones to extensions too. */
function shadowOf(
  element: Element & { openOrClosedShadowRoot?: ShadowRoot | null },
): ShadowRoot | null {
  return element.openOrClosedShadowRoot ?? element.shadowRoot;
}
