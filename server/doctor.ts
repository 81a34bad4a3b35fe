import type { Finding } from './diagnosis/finding.ts';

/** Prints what is wrong with this installation and how to mend it, and exits with 1 if anything does not work. */
const MARKS: Readonly<Record<Finding['state'], string>> = { well: '✓', warning: '!', fault: '✗' };

try {
  // Every model, so that its indexes are known; settings that are not usable are thrown here.
  await import('./api.ts');
  const { diagnose } = await import('./diagnosis/diagnose.ts');
  let lastPart = '';
  let faults = 0;
  for await (const { part, state, text, mend } of diagnose()) {
    if (part !== lastPart) console.log(`\n${part}`);
    lastPart = part;
    console.log(`  ${MARKS[state]} ${text}${mend ? `\n    ${mend}` : ''}`);
    if (state === 'fault') faults += 1;
  }
  console.log(
    faults === 0 ? '\nNothing is broken.' : `\n${faults} ${faults === 1 ? 'fault' : 'faults'} found.`,
  );
  // What an examination was given up on may still wait.
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  console.error(Object(error).message);
  process.exit(1);
}
