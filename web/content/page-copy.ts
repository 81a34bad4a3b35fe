/** A way on: an address of this site, or `tel:` and `mailto:`. */
export interface LinkCopy {
  to: string;
  label: string;
}

/** A key figure, such as `24/7` over "Support". */
export interface FigureCopy {
  value: string;
  label: string;
}

/** A label and its value, such as "Within 2 minutes" and "Free"; with an address, the value is a link. */
export type RowCopy = readonly [label: string, value: string, href?: string];

/** A title and its text. */
export interface PointCopy {
  title: string;
  text?: string;
  link?: LinkCopy;
}

/** A stop on the route line. */
export interface StopCopy {
  title: string;
  text: string;
  /** The line has not come that far yet. */
  isAhead?: boolean;
}

export interface QuestionCopy {
  question: string;
  answer: string;
  /** Where there is more to read. */
  more?: LinkCopy;
}

/** A table of texts and amounts. The first column names the rows. */
export interface TableCopy {
  /** The caption, for screen readers. */
  caption: string;
  columns: readonly [TableColumnCopy, ...TableColumnCopy[]];
  /** One text per column. */
  rows: readonly (readonly string[])[];
  /** Of short entries that never break; on a phone each row becomes a block of lines. */
  isOneLine?: boolean;
}

export interface TableColumnCopy {
  title: string;
  /** Amounts: right aligned, in digits of one width. */
  isFigure?: boolean;
}

/** One section of a page. Its parts are shown in the order of this interface. */
export interface SectionCopy {
  /** Its anchor, unique in the page. */
  id: string;
  title: string;
  /** Paragraphs. */
  text?: readonly string[];
  stops?: readonly StopCopy[];
  rows?: readonly RowCopy[];
  table?: TableCopy;
  points?: readonly PointCopy[];
  /** Short entries that need no explanation. */
  items?: readonly string[];
  questions?: readonly QuestionCopy[];
  /** A last remark, set smaller. */
  note?: string;
  /** Ways on. A page may put something of its own in their place, such as a form. */
  links?: readonly LinkCopy[];
  /** Full width, such as a table of many columns: the heading is above instead of beside it. */
  isWide?: boolean;
}

/** The final action of a page. */
export interface ActionCopy {
  title: string;
  text: string;
  /** The first one is the primary button. */
  links: readonly [LinkCopy, ...LinkCopy[]];
}

/** A content page as data (specification section 2, static and informational pages). */
export interface PageCopy {
  /** Its address. */
  path: string;
  /** The headline, and the title of the window. */
  title: string;
  /** One sentence for search results. */
  description: string;
  lead: string;
  /** `reference`: contents at the side, a section each. `story`: read once, set larger. */
  layout: 'reference' | 'story';
  /** Small print beside the headline, a line each. */
  aside?: readonly string[];
  figures?: readonly FigureCopy[];
  /** Steps on the line below the headline. For `story` pages. */
  stops?: readonly StopCopy[];
  sections: readonly SectionCopy[];
  action: ActionCopy;
}
