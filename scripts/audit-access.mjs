// Prints the permission table defined by the API contracts: `npm run audit:access`, or `-- --json`.
// `server/permissions.test.ts` checks the running app against it.
import { API } from '../common/api.ts';
import { CALLERS, permissionTable } from '../common/permissions.ts';

const table = permissionTable(API);

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(table, null, 2));
} else {
  const heads = ['call', 'whose', ...CALLERS];
  const rows = table.map(({ call, whose, answers }) => [
    call,
    whose,
    ...CALLERS.map((caller) => String(answers[caller])),
  ]);
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => row[column].length)));
  for (const row of [heads, widths.map((width) => '-'.repeat(width)), ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
  console.log(
    `\n${table.length} calls. "yes" serves the caller; "nothing" answers as if, and changes nothing.`,
  );
}
