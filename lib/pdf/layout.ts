/** A piece of text, in points from the lower left corner of its page. */
export type TextPiece = {
  text: string;
  x: number;
  /** Position of the baseline. */
  y: number;
  width: number;
  fontSize: number;
  endsLine: boolean;
  /** Heading level from the structure tags, 1 to 6; 0 if it isn't a heading. */
  level: number;
};

export type PageText = {
  number: number;
  height: number;
  pieces: readonly TextPiece[];
};

export type OutlineEntry = {
  title: string;
  page: number;
  /** 0 for top-level entries. */
  depth: number;
};

/** Text on one baseline, or the part of it in one column. */
export type Line = {
  text: string;
  x: number;
  right: number;
  y: number;
  fontSize: number;
  level: number;
  /** The line consists of table cells, more than a space apart. */
  isRow: boolean;
};

export type PageLines = { number: number; height: number; lines: readonly Line[] };
