/** The gap round a bus door, 6 cm wider than its glass on every side but the sill. */
export function entranceFrame({
  x,
  width,
  sill,
  top,
}: {
  x: number;
  width: number;
  sill: number;
  top: number;
}) {
  const end = x + width + 6;
  return `M${x - 6} ${top + 6}L${x - 6} ${sill}L${end} ${sill}L${end} ${top + 6}Z`;
}
