import type { Ending, Line, Story } from './acts.ts';

type Run = (story: Story) => Promise<Ending>;

/** A story that fails, and how it ends. */
export interface FailingStory {
  story: Story;
  ending: Ending;
}

/** What shrinking came to. */
export interface ShrunkStory extends FailingStory {
  /** How many stories were tried. */
  runs: number;
  /** Its time or its tries were used up: a shorter story may fail as well. */
  isStopped: boolean;
}

/** How far shrinking may go. */
interface Bounds {
  /** Stories. */
  runs: number;
  /** Milliseconds, after which no other story is begun. */
  ms: number;
}

const BOUNDS: Bounds = { runs: 150, ms: 45_000 };

/**
 * The shortest story found that still fails in the same way: first without what was to come after the problem, which takes no run, then without whole rides and faults, then without single lines, then without
 * deaths and repeats.
 *
 * @param failing a story that fails
 * @param most how far it may go; what it has by then is returned
 */
export async function shrinkStory(
  failing: FailingStory,
  run: Run,
  most: Bounds = BOUNDS,
): Promise<ShrunkStory> {
  const kind = failing.ending.problem?.kind;
  const endsAt = Date.now() + most.ms;
  let runs = 0;
  let isStopped = false;
  let shortest = { ...failing, story: withoutWhatNeverBegan(failing) };
  const stillFails = async (lines: Line[]): Promise<boolean> => {
    isStopped ||= runs >= most.runs || Date.now() >= endsAt;
    if (isStopped) return false;
    runs += 1;
    const story = { ...shortest.story, lines };
    const ending = await run(story);
    if (ending.problem?.kind !== kind) return false;
    shortest = { story, ending };
    return true;
  };

  const { rides = [] } = failing.ending.problem ?? {};
  const ofThem = (line: Line) => 'ride' in line && rides.includes(line.ride);
  const { lines } = shortest.story;
  // Most often it takes no other ride than the one that it is about.
  if (rides.length > 0 && !(await stillFails(lines.filter(ofThem)))) {
    await stillFails(lines.filter((line) => ofThem(line) || !('ride' in line)));
  }
  const groups = groupsOf(shortest.story.lines);
  await leaveOut(groups, (kept) => stillFails(inOrder(kept.flat())));
  await leaveOut(shortest.story.lines, stillFails);
  for (const line of shortest.story.lines) {
    if (!('ride' in line) || (!line.death && line.repeatMs === undefined)) continue;
    const { death: _death, repeatMs: _repeatMs, ...plain } = line;
    await stillFails(shortest.story.lines.map((each) => (each === line ? (plain as Line) : each)));
  }
  return { ...shortest, runs, isStopped };
}

/** What was to come after the problem had no part in it. */
const withoutWhatNeverBegan = ({ story, ending: { problem } }: FailingStory): Story =>
  problem ? { ...story, lines: story.lines.filter(({ at }) => at <= problem.at) } : story;

const inOrder = (lines: readonly Line[]): Line[] => lines.toSorted((one, other) => one.at - other.at);

/** The lines of each ride, and each fault by itself. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups = new Map<number | Line, Line[]>();
  for (const line of lines) {
    const key = 'ride' in line ? line.ride : line;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/**
 * Leaves out as many items as possible, in ever smaller pieces (delta debugging).
 *
 * @returns those that are left
 */
export async function leaveOut<Item>(
  items: readonly Item[],
  stillFails: (kept: Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let kept = [...items];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const without = kept.toSpliced(from, size);
      if (await stillFails(without)) kept = without;
      else from += size;
    }
  }
  return kept;
}
