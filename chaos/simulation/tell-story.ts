import { clockTime } from './clock-time.ts';
import type { ShrunkStory } from './shrink-story.ts';

/** A failing story, to be read: when, who, what, and what came of it; then what does not hold. */
export function tellStory({ ending, story, runs, isStopped }: ShrunkStory): string {
  const { problem, told } = ending;
  const lines = told.map(({ at, text }) => `  ${clockTime(at)}  ${text}`);
  return [
    `The shortest story of seed ${story.seed} found to fail in ${runs} runs has ${story.lines.length} lines${isStopped ? '; its time was up before all were tried' : ''}:`,
    ...lines,
    ...(problem ? [`  ${clockTime(problem.at)}  ✗ ${problem.kind}: ${problem.text}`] : []),
  ].join('\n');
}
