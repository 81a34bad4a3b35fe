/** The same absolute path (M, L, C, Z) moved along x: one drawn front serves bodies of every length. */
export const slidePath = (path: string, dx: number) =>
  path.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${Math.round((Number(x) + dx) * 10) / 10} ${y}`,
  );
