/** A column of a CSV file: its title, and a function that returns a row's cell, amounts in cents. */
export interface CsvColumn<Row> {
  title: string;
  cell: (row: Row) => string | number | { cents: number };
}

/** Converts rows to CSV for spreadsheets: byte order mark, CRLF, amounts in dollars, formulas escaped. */
export async function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Promise<string> {
  // Loaded on demand, with the first export.
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

/** Characters that start a formula in spreadsheets, including full-width signs. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Prefixes an apostrophe, so that a spreadsheet shows the text instead of evaluating it as a formula. */
const disarm = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
