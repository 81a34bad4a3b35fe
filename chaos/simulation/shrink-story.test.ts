import { expect, test } from 'vitest';
import { DAY_MS, type Ending, type Story } from './acts.ts';
import { planStory } from './plan-story.ts';
import { leaveOut, shrinkStory } from './shrink-story.ts';

test('leaveOut removes everything that is not needed to fail', async () => {
  const kept = await leaveOut(
    Array.from({ length: 100 }, (_, number) => number),
    async (numbers) => [7, 50, 51].every((needed) => numbers.includes(needed)),
  );
  expect(kept).toEqual([7, 50, 51]);
});

/** Runs a story that fails when it contains a start of ride 3. */
async function run({ lines }: Story): Promise<Ending> {
  const fails = lines.some((line) => 'ride' in line && line.ride === 3 && line.act === 'start');
  const problem = fails ? { at: 2 * DAY_MS, kind: 'step', text: '', rides: [] } : null;
  return { problem, digest: '', rides: 0, statuses: {}, requests: 0, wallMs: 0, log: [] };
}

test('shrinkStory reduces a failing story to the lines that make it fail', async () => {
  const story = planStory({ seed: 1, days: 1, rides: 20 });
  const shrunk = await shrinkStory({ story, ending: await run(story) }, run);
  expect(shrunk.story.lines).toMatchObject([{ ride: 3, act: 'start' }]);
});

test('shrinkStory returns what it has when its runs or its time are used up', async () => {
  const story = planStory({ seed: 1, days: 1, rides: 20 });
  const failing = { story, ending: await run(story) };
  const { story: shrunk, ...rest } = await shrinkStory(failing, run, { runs: 2, ms: 60_000 });

  expect(rest).toMatchObject({ runs: 2, isStopped: true, ending: { problem: { kind: 'step' } } });
  expect(shrunk.lines.length).toBeLessThan(story.lines.length);
  expect(shrunk.lines).toContainEqual(expect.objectContaining({ ride: 3, act: 'start' }));

  const none = await shrinkStory(failing, run, { runs: 150, ms: 0 });
  expect(none).toMatchObject({ runs: 0, isStopped: true, story });
});

test('shrinkStory removes the lines after the problem without a run', async () => {
  const story = planStory({ seed: 1, days: 1, rides: 20 });
  const at = story.lines[30]?.at ?? 0;
  const ending = { ...(await run(story)), problem: { at, kind: 'step', text: '', rides: [] } };
  const { story: shrunk } = await shrinkStory({ story, ending }, run, { runs: 0, ms: 0 });
  expect(shrunk.lines).toEqual(story.lines.filter((line) => line.at <= at));
});

test('a seed always gives the same story, and leaving out rides does not change the others', () => {
  const story = planStory({ seed: 5, days: 2, rides: 30 });
  expect(planStory({ seed: 5, days: 2, rides: 30 })).toEqual(story);
  expect(planStory({ seed: 6, days: 2, rides: 30 })).not.toEqual(story);
  const ofTen = (lines: Story['lines']) => lines.filter((line) => 'ride' in line && line.ride < 10);
  expect(ofTen(planStory({ seed: 5, days: 2, rides: 10 }).lines)).toEqual(ofTen(story.lines));
});

test('a phone booking is paid only by its link, and only a disputed payment has its dispute answered', () => {
  const { lines } = planStory({ seed: 1, days: 7, rides: 400 });
  const acts = lines.flatMap((line) => ('ride' in line ? [line] : []));
  const ridesWith = (isSuch: (act: (typeof acts)[number]) => boolean) =>
    new Set(acts.filter(isSuch).map(({ ride }) => ride));
  const called = ridesWith(({ act }) => act === 'book by phone');
  const answered = ridesWith(({ act }) => act === 'answer dispute');
  const disputed = ridesWith((act) => 'card' in act && act.card === 'disputed card');

  expect(called.size).toBeGreaterThan(20);
  for (const { ride, act } of acts) {
    if (act === 'pay' || act === 'book') expect(called).not.toContain(ride);
    if (act === 'pay by link') expect(called).toContain(ride);
  }
  expect(answered.size).toBeGreaterThan(5);
  for (const ride of answered) expect(disputed).toContain(ride);
});
