/** A column of a CSV file: its title and the cell of a row, amounts as cents. */
export interface CsvColumn<Row> {
  title: string;
  cell: (row: Row) => string | number | { cents: number };
}

/** Rows as CSV for a spreadsheet: with a byte order mark, CRLF, amounts in dollars, and no text that counts as a formula. */
export async function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Promise<string> {
  // Loaded when somebody wants a file.
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const table = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => write(cell(row)))),
  ];
  return stringify(table, { bom: true, record_delimiter: 'windows' });
}

function write(cell: string | number | { cents: number }): string {
  if (typeof cell === 'string') return disarm(cell);
  return typeof cell === 'number' ? `${cell}` : (cell.cents / 100).toFixed(2);
}

/** What spreadsheets take for the beginning of a formula, full-width signs included. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** An apostrophe before a text has a spreadsheet show it instead of calculating it. */
const disarm = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
