import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { type BoardItem, itemKey } from './board-items.ts';

/** From so many lines on only those near the window are drawn. */
const WINDOWED_FROM = 120;
/** Lines drawn beyond the window's edges. */
const OVERSCAN = 10;

/** A line that is drawn, and the room of those before it that are not. */
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

/** Which lines are drawn: all of a short list, of a long one those near the window and the one with the keys. */
export function useLines(items: readonly BoardItem[], { isWide, cursorId, table }: LineOptions) {
  const isWindowed = items.length >= WINDOWED_FROM;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    // What stands above the table, such as a banner, comes and goes.
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
  // At a desk every line has a height of its own; on a phone its text decides.
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
