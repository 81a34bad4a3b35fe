/** Metadata after a change: new keys are added, an empty value removes its key, and '' in place of all removes all. */
export function applyMetadata(
  current: Record<string, string>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {};
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}
