import type { Span } from '#common/rides/overlap.ts';

/** Position of a span in a window, in percent of its width and clipped to it; null if they do not overlap. */
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
