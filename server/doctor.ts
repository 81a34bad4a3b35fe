import type { Finding } from './diagnosis/finding.ts';

/** Prints what is wrong with this installation and how to fix it. Exits with 1 if anything does not work. */
const MARKS: Readonly<Record<Finding['state'], string>> = { well: '✓', warning: '!', fault: '✗' };

try {
  // Imports every model, so that its indexes are known. Invalid settings throw here.
  await import('./api.ts');
  const { diagnose } = await import('./diagnosis/diagnose.ts');
  let lastPart = '';
  let faults = 0;
  for await (const { part, state, text, fix } of diagnose()) {
    if (part !== lastPart) console.log(`\n${part}`);
    lastPart = part;
    console.log(`  ${MARKS[state]} ${text}${fix ? `\n    ${fix}` : ''}`);
    if (state === 'fault') faults += 1;
  }
  console.log(
    faults === 0 ? '\nNothing is broken.' : `\n${faults} ${faults === 1 ? 'fault' : 'faults'} found.`,
  );
  // Exits explicitly, since an examination that timed out may still be pending.
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  console.error(Object(error).message);
  process.exit(1);
}
