/** Decides whether a page's `<link rel=canonical>` may stand for the page it was found on. */

/** Labels of a host that choose a presentation of the same site. */
const presentationLabels = /^(www|m|mobile|amp)$/;

/** Names of a folder's own page. */
const defaultDocuments = /^(index|default)$/;

/** First or last parts of a path that choose a presentation of the page the rest names. */
const presentationParts = /^(amp|print)$/;

/** Parameters that choose a part of a longer thread or list. */
const partParameters = /^(c?page|paged|pagina|pg|pn|seite|start|st|offset)$/i;

/** Parameters that choose a presentation of the page, or say how somebody came to it, with their values. */
const presentationQueries: readonly RegExp[] = [
  /^(amp=(1|true)?|outputtype=amp|print=(1|true)?|action=click)$/i,
  /^m=1$/,
];

/** Parameters that choose the page itself. */
const namingParameters = /^(id|v|query|q|search|p)$/i;

/** A name that is no number leaves the other parameters nothing to name (`watch?v=dQw4w9WgXcQ&t=42`). */
const keptName = /[?&](id|v)=[^&]*[^&\d]/i;

/** Parameters that choose the language of a page, its version or what it shows, wherever they stand. */
const editionParameters =
  /^(lang|language|uselang|lng|locale|hl|version|ver|oldid|rev|revision|diff|view|action|tab|date)$/i;

/** Parts of a path that choose a language or a version: the other text is not this one. */
const editions: readonly RegExp[] = [
  // A language or a country, perhaps with a script or a region; some sections are as short, and are neither.
  /^(?!(dp|go|gp|tv)$)[a-z]{2}([-_](arab|cyrl|hans|hant|latn))?([-_]([a-z]{2}|\d{3}))?$/,
  // `16`, `v2`, `9.6`, `5.x`, `v1beta1`; a longer number without a sign of being a version names a page.
  /^(\d\d?|v\d+|v?\d+(\.(\d+|x))+)([-.]?(alpha|beta|rc)[-.]?\d*)?$/,
  /^(19|20)\d\d-\d\d(-\d\d)?$/,
  /^(alpha|beta|current|dev|latest|main|master|next|nightly|preview|stable)$/,
];

/** A year with its month and perhaps its day, which would be taken for versions. */
const date = /(^|\/)(19|20)\d\d(\/\d\d?){1,2}(?=\/)/;

/**
 * A number that is no year, several words joined by hyphens, or figures around letters, as shops number their articles:
 * enough to know one page among others in its place.
 */
const telling = /(?<!\d)(?!(19|20)\d\d(?!\d))\d{3}|[-_].*[-_]|^(?=.*\d[a-z]+\d)[a-z\d]{8,}$/;

/** A number or a version among the words that are added to a name. */
const counted = /(^|-)v?\d+(\.[\dx]+)*(-|$)/;

/** A path of more parts is not compared part by part, which would take long. */
const mostParts = 40;

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
  if ([...canonical.searchParams.keys()].some((name) => !page.searchParams.has(name))) return true;
  const lost = [...page.searchParams].filter(
    ([name, value]) =>
      !canonical.searchParams.has(name, value) &&
      !(isFirstPart(name, value) && !canonical.searchParams.has(name)) &&
      !presentationQueries.some((query) => query.test(`${name}=${value}`)),
  );
  const isLost = (names: RegExp) => lost.some(([name]) => names.test(name));
  if (isLost(editionParameters) || lost.some(([name]) => canonical.searchParams.has(name))) {
    return true;
  }
  const name = partsOf(page).at(-1);
  // The path of the link takes the place of the number in a query that named the page.
  if (name === undefined && partsOf(canonical).length > 0) return false;
  if (isLost(namingParameters)) return true;
  if (telling.test(name ?? '') || keptName.test(canonical.search)) return false;
  // Of several parameters, a number may name the page, and a word sorts.
  return lost.some(([, value]) => canonical.search === '' || /^\d+$/.test(value));
}

function isFirstPart(name: string, value: string): boolean {
  return partParameters.test(name) && Number(value) <= 1;
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
  const isAnswer = isOfAnswer(ours);
  if (theirName === undefined || (here.startsWith(`${there}/`) && !isAnswer)) return false;
  if (editionsOf(ours) !== editionsOf(theirs)) return false;
  // What stands below a number is its title; what stands below a title may be another page.
  const theirNames = isNumber(ourName) ? theirs.slice(-2) : [theirName];
  const ourNames = isAnswer ? ours : [ourName];
  return (
    areWithin(theirs, ours) &&
    ((telling.test(ourName) && theirNames.some((part) => holdsName(part, ourName))) ||
      (telling.test(theirName) && ourNames.some((part) => holdsName(part, theirName))))
  );
}

/**
 * The Stack Exchange sites share an answer by its number below its question, and show the question whole
 * (`/questions/123/how-to/456`).
 */
function isOfAnswer([section, question = '', , answer = '', ...more]: readonly string[]): boolean {
  return section === 'questions' && isNumber(question) && isNumber(answer) && more.length === 0;
}

/** The languages and versions in a path, in their order. */
function editionsOf(parts: readonly string[]): string {
  return parts.join('/').replace(date, '').split('/').filter(isEdition).join('/');
}

function isEdition(part: string): boolean {
  return editions.some((edition) => edition.test(part));
}

/** Whether every part of the shorter path is in the longer one; `ann` is not `ann-lee`, but a telling part may be longer. */
function areWithin(theirs: readonly string[], ours: readonly string[]): boolean {
  const [short, long] = theirs.length < ours.length ? [theirs, ours] : [ours, theirs];
  const isWithin = (part: string, name: string) => telling.test(name) && holdsName(part, name);
  return (
    long.length <= mostParts &&
    short.every(
      (part) =>
        long.includes(part) || long.some((other) => isWithin(other, part) || isWithin(part, other)),
    )
  );
}

function isNumbered({ searchParams }: URL): boolean {
  return [...searchParams].some(([name, value]) => /(^p|id)$/i.test(name) && /^\d+$/.test(value));
}

/**
 * `title-2` is not `title` but the next page of that name, `title-v2` and `title-de` are other editions of it. A number
 * may have a title with numbers in it (`987-mark-2`).
 */
function holdsName(part: string, name: string): boolean {
  if (part === name) return true;
  const isFirst = part.startsWith(`${name}-`);
  if (!isFirst && !part.endsWith(`-${name}`)) return false;
  const added = isFirst ? part.slice(name.length + 1) : part.slice(0, -name.length - 1);
  return !isEdition(added) && !(isNumber(name) ? /^[\d-]+$/ : counted).test(added);
}

function isNumber(part: string): boolean {
  return /^\d{3,}$/.test(part) && telling.test(part);
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
  return trimmed(trimmed(parts, defaultDocuments, 0), presentationParts, 1);
}

/** Takes the first and the last part off where they are of that kind, down to the least number of parts. */
function trimmed(parts: readonly string[], kind: RegExp, least: number): string[] {
  const from = parts.length > least && kind.test(parts[0] ?? '') ? 1 : 0;
  const isTail = parts.length > from + least && kind.test(parts.at(-1) ?? '');
  return parts.slice(from, isTail ? -1 : undefined);
}
