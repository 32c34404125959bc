/**
 * The style of what is shown in the page: complete, since nothing of the page's own reaches in. It names no font: the
 * page may give its own to any name.
 */
export const boxStyle = `
  * { box-sizing: border-box; margin: 0; font: inherit; color: inherit; }
  [data-words]::before { content: attr(data-words); }
  .box {
    --line: light-dark(#8d8372, #7f7667);
    --accent: light-dark(#1d5c4c, #8bcfb8);
    color-scheme: light dark;
    display: flex; flex-direction: column; gap: 8px; max-inline-size: min(340px, calc(100vw - 16px));
    max-block-size: calc(100vh - 16px); overflow: auto; padding: 12px; border: 1px solid var(--line); border-radius: 8px;
    background: light-dark(#fffdf8, #24211d); color: light-dark(#241f19, #f2ece1);
    font: 14px/1.45 system-ui, sans-serif;
    text-align: start; box-shadow: 0 6px 18px rgb(0 0 0 / 25%); animation: come 120ms;
  }
  .box.tools { flex-direction: row; gap: 4px; padding: 4px; }
  .box.wide { inline-size: 340px; }
  @keyframes come { from { opacity: 0; } }
  h2 { font-size: 14px; font-weight: 600; }
  blockquote {
    max-block-size: 96px; overflow: auto; padding-inline-start: 8px; border-inline-start: 3px solid #e5a823;
    white-space: pre-line; overflow-wrap: anywhere;
  }
  p { overflow-wrap: anywhere; white-space: pre-line; }
  .cards { display: grid; align-items: start; }
  .card {
    grid-area: 1 / 1; min-inline-size: 0; max-block-size: min(240px, 40vh); overflow: auto;
    display: flex; flex-direction: column; gap: 8px;
  }
  .card > * { flex: none; }
  .card[inert] { visibility: hidden; }
  .field { display: flex; flex-direction: column; gap: 4px; }
  iframe { flex: none; inline-size: 100%; border: 1px solid var(--line); border-radius: 4px; outline: none; }
  iframe.active { outline: 2px solid var(--accent); outline-offset: -1px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .hint { font-size: 12px; color: light-dark(#585045, #c4bbac); }
  .trouble { color: light-dark(#9c2b22, #f5a99c); }
  .trouble:not([data-words]), [data-words=""] { display: none; }
  button {
    min-block-size: 32px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer;
    background: light-dark(#ffffff, #2c2924); font-weight: 600;
  }
  button:hover { border-color: currentColor; }
  button.first { border-color: transparent; background: light-dark(#1d5c4c, #6fb9a0); color: light-dark(#fffdf8, #10231c); }
  button:disabled { opacity: 0.6; cursor: default; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  @media (pointer: coarse) { button { min-block-size: 44px; } }
  @media (prefers-reduced-motion: reduce) { .box { animation: none; } }
  @media (forced-colors: active) {
    .box, button, iframe { border-color: CanvasText; }
    :focus-visible, iframe.active { outline-color: Highlight; }
  }
`;
