import type { Span } from '#common/rides/overlap.ts';

/** Where a span lies in a window, in percent of its width; null where it does not. Cut off at the window's ends. */
export function placeIn(span: Span, window: Span): { left: number; width: number } | null {
  const startMs = Math.max(span.startMs, window.startMs);
  const endMs = Math.min(span.endMs, window.endMs);
  if (endMs <= startMs) return null;
  const lengthMs = window.endMs - window.startMs;
  return {
    left: ((startMs - window.startMs) / lengthMs) * 100,
    width: ((endMs - startMs) / lengthMs) * 100,
  };
}
