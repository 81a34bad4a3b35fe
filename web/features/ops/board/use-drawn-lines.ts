import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { type BoardItem, itemKey } from './board-items.ts';

/** Tables with at least this many lines are virtualized. */
const WINDOWED_FROM = 120;
/** Lines rendered beyond the edges of the window. */
const OVERSCAN = 10;

/** A rendered line, and the height in pixels of the lines skipped before it. */
export interface DrawnLine {
  item: BoardItem;
  index: number;
  gap: number;
}

interface LineOptions {
  isWide: boolean;
  cursorId: string | null;
  table: RefObject<HTMLTableElement | null>;
}

/** Selects the lines to render: in a long table only those near the window and the one at the cursor. */
export function useDrawnLines(items: readonly BoardItem[], { isWide, cursorId, table }: LineOptions) {
  const isWindowed = items.length >= WINDOWED_FROM;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    // Content above the table, such as a banner, comes and goes.
    const element = table.current;
    if (element && isWindowed) setTop(element.getBoundingClientRect().top + window.scrollY);
  });

  const cursorIndex = cursorId === null ? -1 : items.findIndex((item) => itemKey(item) === cursorId);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    enabled: isWindowed,
    estimateSize: (index) => heightOf(items[index], isWide),
    getItemKey: (index) => {
      const item = items[index];
      return item ? itemKey(item) : index;
    },
    scrollMargin: top,
    overscan: OVERSCAN,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const near = new Set<number>(cursorIndex >= 0 ? [cursorIndex] : []);
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      for (let index = from; index <= to; index += 1) near.add(index);
      return [...near].toSorted((one, other) => one - other);
    },
  });

  if (!isWindowed) {
    return {
      drawn: items.map((item, index): DrawnLine => ({ item, index, gap: 0 })),
      gapAfter: 0,
      measure: IGNORE,
    };
  }
  let end = top;
  const drawn = virtualizer.getVirtualItems().flatMap(({ index, start, end: nextEnd }): DrawnLine[] => {
    const item = items[index];
    const gap = start - end;
    end = nextEnd;
    return item ? [{ item, index, gap }] : [];
  });
  // On wide screens every kind of line has a fixed height; on narrow ones its text determines it.
  const measure = isWide ? IGNORE : virtualizer.measureElement;
  return { drawn, gapAfter: virtualizer.getTotalSize() + top - end, measure };
}

const IGNORE = () => {};

function heightOf(item: BoardItem | undefined, isWide: boolean): number {
  if (item?.kind === 'heading') return 56;
  if (item?.kind === 'more') return 44;
  if (item?.kind === 'alert') return isWide ? 60 : 150;
  if (item?.group === 'attention') return isWide ? 56 : 116;
  return isWide ? 40 : 92;
}
