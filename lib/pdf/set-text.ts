/** Text as a PDF sets it: pieces at places on pages, without lines, paragraphs or order. */

/** A piece of text, in points from the lower left corner of its page. */
export type SetText = {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  width: number;
  fontSize: number;
  /** Whether a line ends with it, as far as the file tells. */
  endsLine: boolean;
  /** 1 to 6 where the file itself calls it a heading, else 0. */
  level: number;
};

export type SetPage = {
  /** From 1. */
  number: number;
  height: number;
  pieces: readonly SetText[];
};

/** An entry of the contents that the file carries beside its pages. */
export type OutlineEntry = {
  title: string;
  /** From 1. */
  page: number;
  /** 0 for the outermost. */
  depth: number;
};

/** Words on one baseline, or one column's part of it. */
export type Line = {
  text: string;
  x: number;
  right: number;
  y: number;
  fontSize: number;
  level: number;
  /** Cells of a table, more than a space apart. */
  isRow: boolean;
};

export type LinedPage = { number: number; height: number; lines: readonly Line[] };
