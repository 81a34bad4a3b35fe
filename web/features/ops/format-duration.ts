/** A duration in words: `45 min`, `2 h`, `1 h 03`. */
export function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)} h`;
  return rest === 0 ? hours : `${hours} ${String(rest).padStart(2, '0')}`;
}
