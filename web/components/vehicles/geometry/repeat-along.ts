/** Points from start up to but not including end, one every step. */
export const repeatAlong = (start: number, end: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, index) => start + index * step);
