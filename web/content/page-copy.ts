/** A link to a path of this site, or to `tel:` or `mailto:`. */
export interface LinkCopy {
  to: string;
  label: string;
}

/** A key figure, such as `24/7` over "Support". */
export interface FigureCopy {
  value: string;
  label: string;
}

/** A label and its value, such as "Within 2 minutes" and "Free". With `href`, the value is a link. */
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
  /** Whether the stop is still ahead, which mutes its mark and the line to it. */
  isAhead?: boolean;
}

export interface QuestionCopy {
  question: string;
  answer: string;
  /** A link to more information. */
  more?: LinkCopy;
}

/** A table of texts and amounts. The first column contains the row headers. */
export interface TableCopy {
  /** The caption, for screen readers. */
  caption: string;
  columns: readonly [TableColumnCopy, ...TableColumnCopy[]];
  /** One text per column. */
  rows: readonly (readonly string[])[];
  /** For short entries, which never wrap. On a phone each row becomes a block of lines. */
  isOneLine?: boolean;
}

export interface TableColumnCopy {
  title: string;
  /** Whether the cells are amounts: right-aligned, tabular digits. */
  isFigure?: boolean;
}

/** A section of a page. Its parts are shown in the order of this interface. */
export interface SectionCopy {
  /** The section's anchor, unique in the page. */
  id: string;
  title: string;
  text?: readonly string[];
  stops?: readonly StopCopy[];
  rows?: readonly RowCopy[];
  table?: TableCopy;
  points?: readonly PointCopy[];
  /** Short entries that need no explanation. */
  items?: readonly string[];
  questions?: readonly QuestionCopy[];
  /** A closing remark in smaller type. */
  note?: string;
  /** Links at the end. A page may replace them, such as by a form. */
  links?: readonly LinkCopy[];
  /** Full width, such as for a table of many columns: the heading is above instead of beside it. */
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
  /** The URL path. */
  path: string;
  /** The headline, and the title of the window. */
  title: string;
  /** One sentence for search results. */
  description: string;
  lead: string;
  /** `reference`: sections with a table of contents at the side. `story`: larger type, read top to bottom. */
  layout: 'reference' | 'story';
  /** Small print beside the headline, one line each. */
  aside?: readonly string[];
  figures?: readonly FigureCopy[];
  /** Steps on the line below the headline. Only for `story` pages. */
  stops?: readonly StopCopy[];
  sections: readonly SectionCopy[];
  action: ActionCopy;
}
