interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** Reads a list to its end, a page at a time. `after` is null for the first page. */
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

/** A list with a row as a reply said it is: in place of the one it was, or at the end. */
export const withRow = <Row extends { id: string }>(rows: readonly Row[], row: Row): Row[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((known) => (known.id === row.id ? row : known))
    : [...rows, row];
