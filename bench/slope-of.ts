/** The slope of the straight line that fits these points best, and its standard error, in units of y by x. */
export function slopeOf(xs: readonly number[], ys: readonly number[]): { slope: number; error: number } {
  const count = xs.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const points = xs.map((x, index) => [x - meanX, (ys[index] ?? Number.NaN) - meanY] as const);
  const sumXX = points.reduce((sum, [x]) => sum + x * x, 0);
  const slope = points.reduce((sum, [x, y]) => sum + x * y, 0) / sumXX;
  const residuals = points.reduce((sum, [x, y]) => sum + (y - slope * x) ** 2, 0);
  return { slope, error: Math.sqrt(residuals / (count - 2) / sumXX) };
}
