interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** Loads all pages of a list. `after` is null for the first page. */
export async function loadAllPages<Row>(read: (after: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  let after: string | null = null;
  do {
    const { rows, next }: Page<Row> = await read(after);
    all.push(...rows);
    after = next;
  } while (after !== null);
  return all;
}

/** Returns the list with one row replaced by id, or appended. */
export const withRow = <Row extends { id: string }>(rows: readonly Row[], row: Row): Row[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((known) => (known.id === row.id ? row : known))
    : [...rows, row];
