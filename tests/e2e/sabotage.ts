/** Scripts with which a page tries to mislead whatever reads it. */

/** Scripts, keyed by what they do to JavaScript or to their own document before the page is saved. */
export const sabotage: Record<string, string> = {
  'overridden prototypes': `
    Array.prototype.map = () => ['Forged.'];
    Array.from = () => [];
    String.prototype.replace = () => 'Forged.';
    String.prototype.trim = () => 'Forged.';
    JSON.stringify = () => '{"ok":true,"value":"Forged."}';
    JSON.parse = () => ({ forged: true });
    Promise.prototype.then = () => { throw new Error('Forged.'); };
    globalThis.Promise = class { constructor() { throw new Error('Forged.'); } };
    Object.prototype.toJSON = () => 'Forged.';
    Node.prototype.cloneNode = () => document.createTextNode('Forged.');
    Document.prototype.querySelectorAll = () => [];
    Element.prototype.getElementsByTagName = () => [];
    globalThis.getComputedStyle = () => ({ display: 'none' });`,
  'throwing getters': `
    const thrower = { configurable: true, get() { throw new Error('Forged.'); } };
    Object.defineProperty(document, 'body', thrower);
    Object.defineProperty(document, 'title', thrower);
    Object.defineProperty(document, 'documentElement', thrower);
    Object.defineProperty(document, 'defaultView', thrower);
    Object.defineProperty(Node.prototype, 'textContent', thrower);
    Object.defineProperty(Node.prototype, 'childNodes', thrower);
    Object.defineProperty(Element.prototype, 'localName', thrower);
    Object.defineProperty(Object.prototype, 'value', thrower);`,
  'a replaced body': `
    const other = document.createElement('body');
    other.textContent = 'Forged.';
    Object.defineProperty(document, 'body', { get: () => other });
    Object.defineProperty(document, 'title', { get: () => 'Forged.' });`,
  'constantly changing text': `
    const words = document.querySelectorAll('p')[0].firstChild;
    let nth = 0;
    const change = () => { words.data = 'Forged ' + (nth += 1) + '.'; };
    setInterval(change, 0);
    new MutationObserver(change).observe(document, { subtree: true, childList: true });
    document.addEventListener('visibilitychange', change);`,
};
