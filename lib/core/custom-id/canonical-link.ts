/** Decides whether a page's `<link rel=canonical>` may stand for the page it was found on. */

/** Labels of a host that choose a presentation of the same site. */
const presentationLabels = /^(www|m|mobile|amp)$/;

/** Names of a folder's own page. */
const defaultDocuments = /^(index|default)$/;

/** First or last parts of a path that choose a presentation of the page the rest names. */
const presentationParts = /^(amp|print|index|default)$/;

/** Parameters that choose a part of a longer thread or list. */
const partParameters = /^(paged?|pg|seite|start|st|offset)$/i;

/** Parameters that choose a presentation of the page, with their values. */
const presentationQueries: readonly RegExp[] = [
  /^(amp=(1|true)?|outputtype=amp|print=(1|true)?)$/i,
  /^m=1$/,
];

/** Parameters that choose the page itself, its language, its revision or what it shows, wherever they stand. */
const namingParameters = /^(id|v|query|q|search|p|lang|locale|hl|oldid|rev|action|tab|date)$/i;

/** A part of a path that chooses a language or a version: the other text is not this one. */
const edition = /^([a-z]{2}([-_][a-z]{2})?|v\d+|v?\d+\.[\d.]+)$/;

/**
 * A number, several words joined by hyphens, or figures around letters, as shops number their articles: enough to know
 * one page among others in its place.
 */
const telling = /\d{3}|[-_].*[-_]|^(?=.*\d[a-z]+\d)[a-z\d]{8,}$/;

/**
 * Says whether the canonical address is same-site and about this page. Both addresses have lost their tracking
 * parameters. When in doubt the answer is no: a page kept twice is a nuisance, a page taken for another is lost.
 */
export function isBelievable(canonical: URL, page: URL): boolean {
  return (
    isSameSite(canonical, page) &&
    !changesTheQuery(canonical, page) &&
    !losesThePart(canonical, page) &&
    sharesTheName(canonical, page)
  );
}

/**
 * The same host but for `www.`, `m.`, `mobile.` and `amp.`, on the same port. Other subdomains may belong to other
 * people (`alice.example.io` and `bob.example.io`), so they never vouch for each other.
 */
function isSameSite(canonical: URL, page: URL): boolean {
  return siteOf(canonical) === siteOf(page) && canonical.port === page.port;
}

function siteOf({ hostname }: URL): string {
  const labels = hostname.split('.');
  return labels
    .filter((label, at) => at >= labels.length - 2 || !presentationLabels.test(label))
    .join('.');
}

/**
 * `view.php` on `view.php?id=5` would make one page of all that the script shows, and so would a link that names
 * another `id`, or one where the page has none. Below a path that names the page by itself, the parameters are taken
 * for the site's own tracking; those that choose a presentation are no loss anywhere.
 */
function changesTheQuery(canonical: URL, page: URL): boolean {
  if (partsOf(canonical).join('/') !== partsOf(page).join('/')) return false;
  if ([...canonical.searchParams.keys()].some((name) => !page.searchParams.has(name))) return true;
  const lost = [...page.searchParams].filter(
    ([name, value]) =>
      !canonical.searchParams.has(name, value) &&
      !presentationQueries.some((query) => query.test(`${name}=${value}`)),
  );
  return (
    lost.some(([name]) => canonical.searchParams.has(name) || namingParameters.test(name)) ||
    (lost.length > 0 && canonical.search === '' && !telling.test(partsOf(page).at(-1) ?? ''))
  );
}

/** The second page of a thread is not its first one, whatever the link says. */
function losesThePart(canonical: URL, page: URL): boolean {
  return [...page.searchParams].some(
    ([name, value]) =>
      partParameters.test(name) &&
      Number(value) > 1 &&
      !canonical.searchParams.has(name, value) &&
      !partsOf(canonical).some((part) => holdsName(part, value)),
  );
}

/**
 * Either the paths are the same, or the last part of one names the page, and the shorter is found within the other
 * (`/questions/123` and `/questions/123/how-to`, `/p/title-123` and `/p/123`): `/ada/my-first-app` is not
 * `/bob/my-first-app`. A link left over from the page that a web app showed before does not pass, be it a neighbour, the
 * section above or a page below.
 */
function sharesTheName(canonical: URL, page: URL): boolean {
  const [theirs, ours] = [partsOf(canonical), partsOf(page)];
  const theirName = theirs.at(-1);
  const ourName = ours.at(-1);
  // A page named by a number in its query (`/?p=123`, `/index.php?p=123`) has nothing in its path to compare.
  if (ourName === undefined) return theirName === undefined || isNumbered(page);
  const [there, here] = [theirs.join('/'), ours.join('/')];
  if (there === here) return true;
  // The Stack Exchange sites share an answer by its number below its question, and show the question whole.
  const isAnswer = ours[0] === 'questions' && isNumber(ourName);
  if (theirName === undefined || (here.startsWith(`${there}/`) && !isAnswer)) return false;
  if (ours.some((part) => edition.test(part) && !theirs.includes(part))) return false;
  // What stands below a number is its title; what stands below a title may be another page.
  const carriers = isNumber(ourName) ? theirs : [theirName];
  return (
    areWithin(theirs, ours) &&
    ((telling.test(ourName) && carriers.some((part) => holdsName(part, ourName))) ||
      (telling.test(theirName) && ours.some((part) => holdsName(part, theirName))))
  );
}

/** Whether every part of the shorter path is in the longer one, with a title or without. */
function areWithin(theirs: readonly string[], ours: readonly string[]): boolean {
  const [short, long] = theirs.length < ours.length ? [theirs, ours] : [ours, theirs];
  return short.every((part) =>
    long.some((other) => holdsName(other, part) || holdsName(part, other)),
  );
}

function isNumbered({ searchParams }: URL): boolean {
  return [...searchParams].some(([name, value]) => /(^p|id)$/i.test(name) && /^\d+$/.test(value));
}

/** `title-2` is not `title` but the next page of that name, so a number that is added makes another name. */
function holdsName(part: string, name: string): boolean {
  if (part === name) return true;
  if (part.startsWith(`${name}-`)) return !/^[\d-]+$/.test(part.slice(name.length));
  return part.endsWith(`-${name}`) && !/^[\d-]+$/.test(part.slice(0, -name.length));
}

function isNumber(part: string): boolean {
  return /^\d{3,}$/.test(part);
}

/**
 * The parts of a path, without endings such as `.html`, without the `ref=…` by which a shop notes where somebody came
 * from, and without those that only choose a presentation. `/print` by itself may be a page of that name, of a site that
 * puts the link to its front page on every page.
 */
function partsOf({ pathname }: URL): string[] {
  const parts = pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('ref='))
    .map((part) => part.replace(/(\.amp)?(\.(html?|php|aspx?|jsp))?$/, ''));
  return parts.filter((part, at) => {
    const isEdge = at === 0 || at === parts.length - 1;
    const chosen = parts.length === 1 ? defaultDocuments : presentationParts;
    return !(isEdge && chosen.test(part));
  });
}
