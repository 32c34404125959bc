/** Decides whether to trust a page's `<link rel=canonical>`. */

/** Host labels that select a presentation of the same site. */
const presentationLabels = /^(www|m|mobile|amp)$/;
const defaultDocuments = /^(index|default)$/;
/** First or last path parts that select a presentation. */
const presentationParts = /^(amp|print)$/;
/** Parameters that select a part of a longer thread or list. */
const partParameters = /^(c?page|paged|pagina|pg|pn|seite|start|st|offset)$/i;

/** Parameters that select a presentation, or track where the visitor came from. */
const presentationQueries: readonly RegExp[] = [
  /^(amp=(1|true)?|outputtype=amp|print=(1|true)?|action=click)$/i,
  /^m=1$/,
];

/** Parameters that identify the page. */
const namingParameters = /^(id|v|query|q|search|p)$/i;
/** A non-numeric id identifies the page without the other parameters (`watch?v=dQw4w9WgXcQ&t=42`). */
const namingValue = /[?&](id|v)=[^&]*[^&\d]/i;

/** Parameters that select a language, a version or a view. */
const editionParameters =
  /^(lang|language|uselang|lng|locale|hl|version|ver|oldid|rev|revision|diff|view|action|tab|date)$/i;

/** Path parts that select a language or a version, whose text differs. */
const editions: readonly RegExp[] = [
  // A language or country, with an optional script or region. The exceptions are common section names.
  /^(?!(dp|go|gp|tv)$)[a-z]{2}([-_](arab|cyrl|hans|hant|latn))?([-_]([a-z]{2}|\d{3}))?$/,
  // `16`, `v2`, `9.6`, `5.x`, `v1beta1`. A longer plain number identifies a page.
  /^(\d\d?|v\d+|v?\d+(\.(\d+|x))+)([-.]?(alpha|beta|rc)[-.]?\d*)?$/,
  /^(19|20)\d\d-\d\d(-\d\d)?$/,
  /^(alpha|beta|current|dev|latest|main|master|next|nightly|preview|stable)$/,
];

/** Matches year, month and optional day, which would be mistaken for versions. */
const date = /(^|\/)(19|20)\d\d(\/\d\d?){1,2}(?=\/)/;
/** Matches a part that identifies a page among its siblings: a number (not a year), hyphenated words, an article id. */
const telling = /(?<!\d)(?!(19|20)\d\d(?!\d))\d{3}|[-_].*[-_]|^(?=.*\d[a-z]+\d)[a-z\d]{8,}$/;
/** Matches a number or version among the words added to a name. */
const counted = /(^|-)v?\d+(\.[\dx]+)*(-|$)/;
/** Comparing more parts would take too long. */
const mostParts = 40;

/** Expects URLs without tracking. Returns false if in doubt: saving a page twice is better than losing one. */
export function isBelievable(canonical: URL, page: URL): boolean {
  return (
    siteOf(canonical) === siteOf(page) &&
    canonical.port === page.port &&
    !changesTheQuery(canonical, page) &&
    !losesThePart(canonical, page) &&
    sharesTheName(canonical, page)
  );
}

/** Keeps other subdomains, which may belong to other people (`alice.example.io`). */
function siteOf({ hostname }: URL): string {
  const labels = hostname.split('.');
  return labels
    .filter((label, at) => at >= labels.length - 2 || !presentationLabels.test(label))
    .join('.');
}

/** Rejects `view.php` as the canonical link of `view.php?id=5`, which would merge all pages of the script. */
function changesTheQuery(canonical: URL, page: URL): boolean {
  if ([...canonical.searchParams.keys()].some((name) => !page.searchParams.has(name))) return true;
  const lost = [...page.searchParams].filter(
    ([name, value]) =>
      !canonical.searchParams.has(name, value) &&
      !(partParameters.test(name) && Number(value) <= 1 && !canonical.searchParams.has(name)) &&
      !presentationQueries.some((query) => query.test(`${name}=${value}`)),
  );
  const isLost = (names: RegExp) => lost.some(([name]) => names.test(name));
  if (isLost(editionParameters) || lost.some(([name]) => canonical.searchParams.has(name))) {
    return true;
  }
  const name = partsOf(page).at(-1);
  // The path of the link replaces the number in the query that identified the page.
  if (name === undefined && partsOf(canonical).length > 0) return false;
  if (isLost(namingParameters)) return true;
  if (telling.test(name ?? '') || namingValue.test(canonical.search)) return false;
  // If the link keeps some parameters, a dropped number might identify the page; a dropped word only sorts a list.
  return lost.some(([, value]) => canonical.search === '' || /^\d+$/.test(value));
}

/** Rejects the first page of a thread as the canonical link of its second page. */
function losesThePart(canonical: URL, page: URL): boolean {
  return [...page.searchParams].some(
    ([name, value]) =>
      partParameters.test(name) &&
      Number(value) > 1 &&
      !canonical.searchParams.has(name, value) &&
      !partsOf(canonical).some((part) => holdsName(part, value)),
  );
}

/** Requires equal paths, or one within the other (`/questions/123/how-to`): apps leave links of other pages behind. */
function sharesTheName(canonical: URL, page: URL): boolean {
  const [theirs, ours] = [partsOf(canonical), partsOf(page)];
  const theirName = theirs.at(-1);
  const ourName = ours.at(-1);
  // A page identified by a number in its query (`/?p=123`) has no path to compare.
  if (ourName === undefined) {
    const isNumbered = [...page.searchParams].some(
      ([name, value]) => /(^p|id)$/i.test(name) && /^\d+$/.test(value),
    );
    return theirName === undefined || isNumbered;
  }
  const [there, here] = [theirs.join('/'), ours.join('/')];
  if (there === here) return true;
  const isAnswer = isOfAnswer(ours);
  if (theirName === undefined || (here.startsWith(`${there}/`) && !isAnswer)) return false;
  if (editionsOf(ours) !== editionsOf(theirs)) return false;
  // A part below a number is its title; a part below a title might be another page.
  const theirNames = isNumber(ourName) ? theirs.slice(-2) : [theirName];
  const ourNames = isAnswer ? ours : [ourName];
  return (
    areWithin(theirs, ours) &&
    ((telling.test(ourName) && theirNames.some((part) => holdsName(part, ourName))) ||
      (telling.test(theirName) && ourNames.some((part) => holdsName(part, theirName))))
  );
}

/** Detects links to answers on Stack Exchange, which show the whole question. */
function isOfAnswer([section, question = '', , answer = '', ...more]: readonly string[]): boolean {
  return section === 'questions' && isNumber(question) && isNumber(answer) && more.length === 0;
}

function editionsOf(parts: readonly string[]): string {
  return parts.join('/').replace(date, '').split('/').filter(isEdition).join('/');
}

function isEdition(part: string): boolean {
  return editions.some((edition) => edition.test(part));
}

/** Requires the longer path to contain each part of the shorter. Only a `telling` part can have words added to it. */
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

/** Allows words around the name (`987-mark-2`), but not a page number (`title-2`) or an edition (`title-v2`). */
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

/** Returns path parts without file extensions, tracking (`ref=…`), `amp` and `print`. `/print` alone may be a page. */
function partsOf({ pathname }: URL): string[] {
  const parts = pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('ref='))
    .map((part) => part.replace(/(\.amp)?(\.(html?|php|aspx?|jsp))?$/, ''));
  return trimmed(trimmed(parts, defaultDocuments, 0), presentationParts, 1);
}

/** Removes a first and last part of this kind, keeping at least `least` parts. */
function trimmed(parts: readonly string[], kind: RegExp, least: number): string[] {
  const from = parts.length > least && kind.test(parts[0] ?? '') ? 1 : 0;
  const isTail = parts.length > from + least && kind.test(parts.at(-1) ?? '');
  return parts.slice(from, isTail ? -1 : undefined);
}
