import { clockTime } from './clock-time.ts';
import type { ShrunkStory } from './shrink-story.ts';

/** Formats a failing story: each action with time and result, then the problem. */
export function formatStory({ ending, story, runs, isStopped }: ShrunkStory): string {
  const { problem, log } = ending;
  const lines = log.map(({ at, text }) => `  ${clockTime(at)}  ${text}`);
  return [
    `The shortest story of seed ${story.seed} found to fail in ${runs} runs has ${story.lines.length} lines${isStopped ? '; its time was up before all were tried' : ''}:`,
    ...lines,
    ...(problem ? [`  ${clockTime(problem.at)}  ✗ ${problem.kind}: ${problem.text}`] : []),
  ].join('\n');
}
