/** The points that divide the stretch from start to end into equal parts, both ends left out. */
export const evenSteps = (start: number, end: number, parts: number) =>
  Array.from({ length: parts - 1 }, (_, index) => start + ((end - start) * (index + 1)) / parts);
