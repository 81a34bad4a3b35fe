import { clockTime } from './clock-time.ts';
import type { FailingStory } from './shrink-story.ts';

/** A failing story, to be read: when, who, what, and what came of it; then what does not hold. */
export function tellStory({ ending, story }: FailingStory): string {
  const { problem, told } = ending;
  const lines = told.map(({ at, text }) => `  ${clockTime(at)}  ${text}`);
  return [
    `The shortest story of seed ${story.seed} that fails has ${story.lines.length} lines:`,
    ...lines,
    ...(problem ? [`  ${clockTime(problem.at)}  ✗ ${problem.kind}: ${problem.text}`] : []),
  ].join('\n');
}
