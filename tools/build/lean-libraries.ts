/**
 * Removes unused library code from the page scripts, because the browser compiles them again for
 * each capture.
 */

/** Readability's methods that `SnapshotReader` replaces (lib/capture/content/article.ts), and their helpers. */
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
 * Removes Readability's disabled logging with the text built for it, such as the HTML of the whole article, and unused
 * functions of its package.
 */
const leanReadability = {
  name: 'lean-readability',
  transform(code: string, id: string) {
    if (id.endsWith('/@mozilla/readability/index.js')) {
      return { code: 'module.exports = { Readability: require("./Readability") };', map: null };
    }
    if (!id.endsWith('/@mozilla/readability/Readability.js')) return null;
    let lean = code.replaceAll(/^ *this\.log\((?:[^()"]|"[^"]*"|\((?:[^()]|\(\))*\))*\);$/gmu, '');
    if (lean.includes('this.log(')) throw new Error('Readability’s logging code has changed.');
    for (const name of replacedInReadability) lean = without(lean, `  ${name}(`, '  },');
    return { code: lean, map: null };
  },
};

/**
 * Removes the lines from the first that starts with `head` to the next that equals `end`. Throws if
 * there are none.
 */
function without(code: string, head: string, end: string): string {
  const from = code.indexOf(`\n${head}`);
  const to = code.indexOf(`\n${end}\n`, from);
  if (from < 0 || to < 0) throw new Error(`A library’s source has changed: no ${head.trim()}`);
  return code.slice(0, from) + code.slice(to + end.length + 1);
}

/** Plugins for every build of the capture code: the extension, and the scripts that measure it. */
export const leanLibraries = [leanReadability];
