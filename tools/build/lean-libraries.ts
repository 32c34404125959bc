/** Leaves out of the scripts for pages what our code has in its own way: a page compiles them anew for each capture. */

/** What `SnapshotReader` does in its own way (lib/capture/content/article.ts), and what only that calls. */
const replacedInReadability = [
  '_postProcessContent',
  '_fixRelativeUris',
  '_simplifyNestedElements',
  '_cleanClasses',
  '_cleanStyles',
  '_isProbablyVisible',
  '_isValidByline',
  '_isElementWithoutContent',
];

/**
 * Takes out what Readability says to a console that is off: the words, and the text it gathers for them, once the whole
 * article as HTML. With it goes what nobody asks of it here, in its package too.
 */
const leanReadability = {
  name: 'lean-readability',
  transform(code: string, id: string) {
    if (id.endsWith('/@mozilla/readability/index.js')) {
      return { code: 'module.exports = { Readability: require("./Readability") };', map: null };
    }
    if (!id.endsWith('/@mozilla/readability/Readability.js')) return null;
    let lean = code.replaceAll(/^ *this\.log\((?:[^()"]|"[^"]*"|\((?:[^()]|\(\))*\))*\);$/gmu, '');
    if (lean.includes('this.log(')) throw new Error('Readability says something in another way.');
    for (const name of replacedInReadability) lean = without(lean, `  ${name}(`, '  },');
    return { code: lean, map: null };
  },
};

/** What has a rule of our own for the same elements, or is for a style that is not ours (lib/capture/markdown). */
const replacedInTurndown = [
  'heading',
  'listItem',
  'indentedCodeBlock',
  'inlineLink',
  'referenceLink',
  'emphasis',
  'strong',
];

/** Takes these out, and what Turndown does where a browser cannot parse HTML, which it tries whenever it is loaded. */
const leanTurndown = {
  name: 'lean-turndown',
  transform(code: string, id: string) {
    if (!id.endsWith('/turndown/lib/turndown.browser.es.js')) return null;
    const choice = 'canParseHTMLNatively() ? root.DOMParser : createHTMLParser()';
    if (!code.includes(choice)) throw new Error('Turndown chooses its parser in another way.');
    let lean = code.replace(choice, 'root.DOMParser');
    for (const name of replacedInTurndown) lean = without(lean, `rules.${name} = {`, '};');
    return { code: lean, map: null };
  },
};

/** Takes out the lines from the first that begins with `head` to the next that is `end`. Throws where there are none. */
function without(code: string, head: string, end: string): string {
  const from = code.indexOf(`\n${head}`);
  const to = code.indexOf(`\n${end}\n`, from);
  if (from < 0 || to < 0) throw new Error(`A library is written in another way: no ${head.trim()}`);
  return code.slice(0, from) + code.slice(to + end.length + 1);
}

/** For whatever builds the capture: the extension, and the scripts that measure it. */
export const leanLibraries = [leanReadability, leanTurndown];
