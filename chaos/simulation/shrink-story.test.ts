import { expect, test } from 'vitest';
import type { Ending, Story } from './acts.ts';
import { planStory } from './plan-story.ts';
import { leaveOut, shrinkStory } from './shrink-story.ts';

test('what is not needed to fail is left out', async () => {
  const kept = await leaveOut(
    Array.from({ length: 100 }, (_, number) => number),
    async (numbers) => [7, 50, 51].every((needed) => numbers.includes(needed)),
  );
  expect(kept).toEqual([7, 50, 51]);
});

/** Fails where somebody starts ride 3 or completes it, as if that were the fault. */
async function run({ lines }: Story): Promise<Ending> {
  const fails = lines.some((line) => 'ride' in line && line.ride === 3 && line.act === 'start');
  const problem = fails ? { at: 0, kind: 'step', text: '', rides: [] } : null;
  return { problem, digest: '', rides: 0, statuses: {}, requests: 0, wallMs: 0, told: [] };
}

test('a story is shrunk to the lines that it fails by', async () => {
  const story = planStory({ seed: 1, days: 1, rides: 20 });
  const shrunk = await shrinkStory({ story, ending: await run(story) }, run);
  expect(shrunk.story.lines).toMatchObject([{ ride: 3, act: 'start' }]);
});

test('the same seed has the same story, and a ride that is left out changes no other', () => {
  const story = planStory({ seed: 5, days: 2, rides: 30 });
  expect(planStory({ seed: 5, days: 2, rides: 30 })).toEqual(story);
  expect(planStory({ seed: 6, days: 2, rides: 30 })).not.toEqual(story);
  const ofTen = (lines: Story['lines']) => lines.filter((line) => 'ride' in line && line.ride < 10);
  expect(ofTen(planStory({ seed: 5, days: 2, rides: 10 }).lines)).toEqual(ofTen(story.lines));
});
